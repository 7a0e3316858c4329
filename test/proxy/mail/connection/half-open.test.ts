import test, { type ExecutionContext } from 'ava'
import { credentialOf, openEngine, patient, request } from '../engine.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { startTcpRelay } from '../../../support/http/tcp-relay.ts'
import { hang, startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import type { Account } from '../../../../proxy/mail/model/account.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

// A firewall that forgets a connection tells neither side: the server never answers again, and nothing closes.

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a connection that was forgotten while it rested is replaced, and the request answered', async (t) => {
  let now = 0
  let isForgotten = false
  const server = await startScriptedImap(t, {
    reply: (_command, connection) => (isForgotten && connection === 1 ? hang : undefined),
  })
  const { accounts, closedReports } = openEngine(t, server, { now: () => now, confirmMs: 100 })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)

  isForgotten = true
  now += 30_000
  const page = await account.page(request(), patient)

  t.is(page.total, 1)
  t.is(server.connections(), 2)
  t.is(closedReports(), 0)
})

/** An account whose connection is forgotten right after it was used. */
async function forgottenAccount(t: ExecutionContext) {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 3)
  const line = await startTcpRelay(t, dovecot)
  let later = 0
  const { accounts, closedReports } = openEngine(t, line, {
    now: () => Date.now() + later,
    confirmMs: 100,
    silenceMs: 200,
  })
  const account = accounts.account(credentialOf(dovecot, 1), '192.0.2.1')
  await account.page(request(), patient)
  line.forget()
  const goOn = (ms: number) => {
    later += ms
  }
  return { dovecot, user, account, goOn, closedReports }
}

test('a read on a connection that is forgotten right after its use is answered by a second one', async (t) => {
  const { dovecot, account, closedReports } = await forgottenAccount(t)

  const page = await account.page(request(), patient)

  t.is(page.total, 3)
  t.is(await dovecot.logins(), 2)
  t.is(closedReports(), 0)
})

test('after that the account continues with another connection, in which a message that came is shown once', async (t) => {
  const { dovecot, user, account } = await forgottenAccount(t)
  await dovecot.seed(user, 1)

  const before = await account.page(request(), patient)
  await dovecot.seed(user, 1)
  const after = await account.page(request(), patient)

  t.deepEqual([before.total, after.total], [4, 5])
  t.is(await dovecot.logins(), 3)
})

test('a second connection shows the rows of its own mailbox, and leaves those of others as they are', async (t) => {
  const dovecot = await startDovecot({ t, users: 2 })
  for (const n of [1, 2]) {
    await dovecot.deliver(dovecot.userName(n), { raw: `Subject: of user ${n}\r\n\r\nx\r\n` })
  }
  const line = await startTcpRelay(t, dovecot)
  const { accounts } = openEngine(t, line, { confirmMs: 100, silenceMs: 200 })
  const [one, two] = [1, 2].map((n) => accounts.account(credentialOf(dovecot, n), '192.0.2.1'))
  const subjects = async (account: Account | undefined) =>
    (await account?.page(request(), patient))?.rows.map(({ summary }) => summary.subject)
  await subjects(one)
  await subjects(two)

  line.forget()
  const shown = [await subjects(two), await subjects(one)]

  t.deepEqual(shown, [['of user 2'], ['of user 1']])
})

test('what changes anything is confirmed first on a connection that may be forgotten, and done once', async (t) => {
  const { dovecot, user, account, goOn } = await forgottenAccount(t)

  goOn(200)
  await account.move('INBOX', [1], mailboxName('Trash'), patient)

  t.is((await dovecot.doveadm.sources(user, 'Trash')).split(/^text:/m).length - 1, 1)
  t.is(await dovecot.logins(), 2)
})

test('an action on a connection that was forgotten is done once, on another one', async (t) => {
  let now = 0
  let isForgotten = false
  const server = await startScriptedImap(t, {
    reply: (_command, connection) => (isForgotten && connection === 1 ? hang : undefined),
  })
  const { accounts } = openEngine(t, server, { now: () => now, confirmMs: 100 })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)

  isForgotten = true
  now += 30_000
  await account.move('INBOX', [7], mailboxName('Trash'), patient)

  t.is(server.heard('UID MOVE'), 1)
  t.is(server.connections(), 2)
})

test('a rested connection to a server further away than the limit is confirmed and kept', async (t) => {
  let rested = 0
  const server = await startScriptedImap(t)
  const far = await startTcpRelay(t, { host: '127.0.0.1', port: server.port, responseDelayMs: 300 })
  const now = () => Date.now() + rested
  const { accounts } = openEngine(t, far, { now, confirmMs: 100 })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)

  rested += 30_000
  await account.page(request(), patient)

  t.is(server.connections(), 1)
})

test('a connection in use, or rested for a moment, is not asked first', async (t) => {
  let now = 0
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server, { now: () => now })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)
  const before = server.heard('NOOP')

  now += 29_999
  await account.page(request(), patient)

  t.is(server.heard('NOOP') - before, 1, 'the one that confirms the mailbox')
})

test('a rested connection whose server lives is confirmed and kept', async (t) => {
  let now = 0
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server, { now: () => now })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)
  const before = server.heard('NOOP')

  now += 30_000
  await account.page(request(), patient)

  t.is(server.heard('NOOP') - before, 2)
  t.is(server.connections(), 1)
})
