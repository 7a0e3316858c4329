import test from 'ava'
import { credentialOf, openEngine, patient, request } from '../engine.ts'
import { hang, startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'

const owner = { user: 'user@example.test', password: 'right', authorizationId: undefined }
const wrong = (n: number) => ({ ...owner, password: `wrong ${n}` })

/** A server that knows one password and never answers another. */
const patientWithGuesses = {
  reply: ({ name, line }: { readonly name: string; readonly line: string }) => {
    if (name !== 'PASSWORD') return undefined
    const password = Buffer.from(line, 'base64').toString().split('\0')[2]
    return password === 'right' ? undefined : hang
  },
}

for (const maxConnectionsPerAccount of [1, 2]) {
  const budget = `with a budget of ${maxConnectionsPerAccount}`

  test(`forty wrong passwords do not keep the right one waiting, ${budget}`, async (t) => {
    const server = await startScriptedImap(t, patientWithGuesses)
    const { accounts } = openEngine(t, server, { maxConnectionsPerAccount })
    for (let n = 0; n < 40; n += 1) {
      accounts.signIn(wrong(n), '198.51.100.9', patient).catch(() => undefined)
    }
    while (server.heard('PASSWORD') === 0) await new Promise(setImmediate)

    const facts = await accounts.signIn(owner, '192.0.2.1', patient)

    t.is(facts.delimiter, '/')
  })

  test(`forty wrong passwords do not touch the session of the owner, ${budget}`, async (t) => {
    const server = await startScriptedImap(t, patientWithGuesses)
    const { accounts } = openEngine(t, server, { maxConnectionsPerAccount })
    await accounts.signIn(owner, '192.0.2.1', patient)
    const account = accounts.account(owner, '192.0.2.1')
    for (let n = 0; n < 40; n += 1) {
      accounts.signIn(wrong(n), '198.51.100.9', patient).catch(() => undefined)
    }
    while (server.heard('PASSWORD') === 1) await new Promise(setImmediate)

    const page = await account.page(request(), patient)

    t.is(page.total, 1)
    t.is(server.heard('LOGOUT'), 0)
  })
}

test('a wrong password is never used for the session of the owner', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot, { maxConnectionsPerAccount: 1 })
  const right = credentialOf(dovecot, 1)
  await accounts.signIn(right, '192.0.2.1', patient)
  const account = accounts.account(right, '192.0.2.1')
  await dovecot.restart()
  const guess = { ...right, password: 'wrong' }
  await t.throwsAsync(accounts.signIn(guess, '198.51.100.9', patient))

  const page = await account.page(request(), patient)

  t.is(page.total, 0)
})

test('guesses take no more connections than may prove sign-ins', async (t) => {
  const server = await startScriptedImap(t, patientWithGuesses)
  const { accounts } = openEngine(t, server, { maxProofs: 3 })
  for (let n = 0; n < 40; n += 1) {
    const user = `user${n}@example.test`
    accounts.signIn({ ...wrong(n), user }, '198.51.100.9', patient).catch(() => undefined)
  }

  // Who signed in before needs none of them.
  await accounts.account(owner, '192.0.2.1').page(request(), patient)

  t.true(accounts.state().connections <= 4)
})

test('the next proof belongs to the address that had the fewest', async (t) => {
  const judged: string[] = []
  const server = await startScriptedImap(t, {
    reply: ({ name, line, tag }) => {
      if (name !== 'PASSWORD') return undefined
      judged.push(Buffer.from(line, 'base64').toString().split('\0')[1] ?? '')
      return `${tag} NO Login incorrect\r\n`
    },
  })
  const { accounts } = openEngine(t, server, { maxProofs: 1 })
  const guess = (user: string, address: string) =>
    accounts.signIn({ ...owner, user }, address, patient).catch(() => undefined)

  const many = ['a1', 'a2', 'a3', 'a4'].map((user) => guess(user, '198.51.100.9'))
  await Promise.all([...many, guess('b', '192.0.2.1')])

  t.true(judged.indexOf('b') <= 2, judged.join())
})
