import test, { type ExecutionContext } from 'ava'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { credentialOf, openEngine, patient, request } from '../engine.ts'
import { type Script, startScriptedImap } from '../../../support/imap/scripted-imap.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }
const MINUTE_MS = 60_000

test('an old password is of no use while a new one keeps a connection warm', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const { accounts } = openEngine(t, dovecot)
  const old = credentialOf(dovecot, 1)
  await accounts.signIn(old, '192.0.2.1', patient)
  await accounts.account(old, '192.0.2.1').page(request(), patient)
  await dovecot.changePassword('test-Pass.2')
  await dovecot.restart()
  const changed = { ...old, password: 'test-Pass.2' }
  await accounts.signIn(changed, '192.0.2.2', patient)
  await accounts.account(changed, '192.0.2.2').page(request(), patient)

  const page = accounts.account(old, '192.0.2.1').page(request(), patient)

  await t.throwsAsync(page, { code: 'authentication_refused' })
  t.is((await accounts.account(changed, '192.0.2.2').page(request(), patient)).total, 0)
})

test('a sign-in with another password makes the others prove theirs again', async (t) => {
  const judgements = ['OK', 'OK', 'NO wrong']
  const server = await startScriptedImap(t, {
    reply: ({ name, tag }) =>
      name === 'PASSWORD' ? `${tag} ${judgements.shift()}\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)
  await accounts.signIn(someone, '192.0.2.1', patient)
  await accounts.signIn({ ...someone, password: 'changed' }, '192.0.2.2', patient)

  const page = accounts.account(someone, '192.0.2.1').page(request(), patient)

  await t.throwsAsync(page, { code: 'authentication_refused' })
})

/** An engine whose clock stands, and a server whose answers to passwords are told one by one. */
async function openAged(t: ExecutionContext, responses: readonly string[]) {
  const clock = { ms: Date.now() }
  const left = [...responses]
  const script: Script = {
    reply: ({ name, tag }) =>
      name === 'PASSWORD' ? `${tag} ${left.shift() ?? responses.at(-1)}\r\n` : undefined,
  }
  const server = await startScriptedImap(t, script)
  const { accounts } = openEngine(t, server, { now: () => clock.ms, verifyMs: MINUTE_MS })
  await accounts.signIn(someone, '192.0.2.1', patient)
  const page = () => accounts.account(someone, '192.0.2.1').page(request(), patient)
  await page()
  return { clock, server, accounts, page }
}

test('a password that was changed ends a warm connection after a minute', async (t) => {
  const { clock, page } = await openAged(t, ['OK', 'NO wrong'])

  clock.ms += MINUTE_MS

  await t.throwsAsync(page(), { code: 'authentication_refused' })
})

test('a password is asked about beside the work when half of the minute is over', async (t) => {
  const { clock, server, page } = await openAged(t, ['OK', 'NO wrong'])

  clock.ms += MINUTE_MS / 2
  await page()
  while (server.heard('PASSWORD') < 2) await new Promise(setImmediate)
  while (
    await page().then(
      () => true,
      () => false,
    )
  );

  await t.throwsAsync(page(), { code: 'authentication_refused' })
})

test('a password that still holds costs one login a minute, and the connection stays', async (t) => {
  const { clock, server, page } = await openAged(t, ['OK'])

  for (let round = 0; round < 3; round += 1) {
    clock.ms += MINUTE_MS
    for (let n = 0; n < 5; n += 1) await page()
  }

  t.is(server.heard('PASSWORD'), 4)
  t.is(server.heard('SELECT'), 1)
})

for (const [what, words] of [
  ['is down', 'NO [UNAVAILABLE] Internal error occurred'],
  ['allows no more connections', 'NO [LIMIT] Maximum number of connections'],
] as const) {
  test(`a server that ${what} takes no one's session away`, async (t) => {
    const { clock, page } = await openAged(t, ['OK', words])

    clock.ms += 2 * MINUTE_MS

    t.is((await page()).total, 1)
  })
}

test('the checks of a second are bounded, and what is over is not kept waiting', async (t) => {
  const clock = { ms: Date.now() }
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server, {
    now: () => clock.ms,
    verifyMs: MINUTE_MS,
    maxVerifiesPerSecond: 2,
  })
  const users = Array.from({ length: 6 }, (_, n) => ({ ...someone, user: `user${n}` }))
  const pages = () =>
    Promise.all(users.map((one) => accounts.account(one, '192.0.2.1').page(request(), patient)))
  await pages()

  clock.ms += 2 * MINUTE_MS
  await pages()

  t.is(server.heard('PASSWORD'), 6 + 2)
})

test('who listens to events only finds out as well', async (t) => {
  const { clock, accounts } = await openAged(t, ['OK', 'NO wrong'])

  await t.notThrowsAsync(accounts.confirm(someone))
  clock.ms += MINUTE_MS

  await t.throwsAsync(accounts.confirm(someone), { code: 'authentication_refused' })
})
