import test from 'ava'
import { openEngine, patient } from '../engine.ts'
import { startScriptedImap } from '../../../support/imap/scripted-imap.ts'

// A server without LIST-STATUS (RFC 5819): names and counts are requested apart.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a mailbox that another program made is counted at once', async (t) => {
  const { account, names } = await openPlain(t, ['INBOX'])
  await account.counts(patient)

  names.push('Made')
  const states = await account.counts(patient)

  t.deepEqual(
    states.map(({ path }) => path),
    ['INBOX', 'Made'],
  )
})

test('a mailbox that another program renamed is counted under its new name only', async (t) => {
  const { account, names } = await openPlain(t, ['INBOX', 'Old'])
  await account.counts(patient)

  names.splice(1, 1, 'New')
  const states = await account.counts(patient)

  t.deepEqual(
    states.map(({ path }) => path),
    ['INBOX', 'New'],
  )
})

test('counts of mailboxes that stay take one round trip', async (t) => {
  const { account, bursts } = await openPlain(t, ['INBOX', 'One', 'Two'])
  await account.counts(patient)
  const before = bursts()

  await account.counts(patient)

  t.is(bursts() - before, 1)
})

async function openPlain(t: Parameters<typeof startScriptedImap>[0], names: string[]) {
  const server = await startScriptedImap(t, {
    reply: ({ name, tag, line }) => {
      if (name === 'LIST' || name === 'LSUB') {
        return `${names.map((one) => `* ${name} () "/" "${one}"\r\n`).join('')}${tag} OK\r\n`
      }
      const requested = /STATUS "?([^" ]+)"? /.exec(line)?.[1]
      if (name !== 'STATUS' || requested === undefined) return undefined
      return names.includes(requested)
        ? `* STATUS "${requested}" (MESSAGES 1 UNSEEN 1 UIDNEXT 8 UIDVALIDITY 1)\r\n${tag} OK\r\n`
        : `${tag} NO [NONEXISTENT] Gone\r\n`
    },
  })
  const { accounts } = openEngine(t, server)
  return { account: accounts.account(someone, '192.0.2.1'), names, bursts: () => server.bursts() }
}
