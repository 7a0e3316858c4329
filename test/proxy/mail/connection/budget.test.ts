import test from 'ava'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { WAIT_LIMIT_MS } from '../../../support/process/wait-limit.ts'
import { credentialOf, openAccount, openEngine, otherClient, patient, request } from '../engine.ts'
import { hasStarted, listen } from '../listening.ts'
import { hang, startScriptedImap } from '../../../support/imap/scripted-imap.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('all requests of an account share one connection', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 5)
  const { accounts } = openEngine(t, dovecot)
  const account = accounts.account(credentialOf(dovecot, 1), '192.0.2.1')

  await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => account.page(request({ page: n + 1 }), patient)),
    ...Array.from({ length: 20 }, () => account.counts(patient)),
    account.message('INBOX', 1, patient),
    account.mailboxes(patient),
  ])

  t.is(await dovecot.logins(), 1)
})

test('at the cap the account that has been idle longest makes room', async (t) => {
  const dovecot = await startDovecot({ t, users: 3 })
  const { accounts } = openEngine(t, dovecot, { maxConnections: 2 })
  const [first, second, third] = [1, 2, 3].map((n) =>
    accounts.account(credentialOf(dovecot, n), '192.0.2.1'),
  )
  await first?.page(request(), patient)
  await second?.page(request(), patient)
  await third?.page(request(), patient)

  await second?.page(request(), patient)
  t.is(await dovecot.logins(), 3)
  await first?.page(request(), patient)
  t.is(await dovecot.logins(), 4)
})

test('at the cap a request waits for a connection that is in use', async (t) => {
  const dovecot = await startDovecot({ t, users: 8 })
  const { accounts } = openEngine(t, dovecot, { maxConnections: 1 })

  const pages = Array.from({ length: 8 }, (_, n) =>
    accounts.account(credentialOf(dovecot, n + 1), '192.0.2.1').page(request(), patient),
  )

  t.is((await Promise.all(pages)).length, 8)
})

test('more requests than may wait are refused as busy', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'SELECT' ? hang : undefined),
  })
  const { accounts } = openEngine(t, server, { maxWaiting: 3, commandTimeoutMs: 500 })
  const account = accounts.account(someone, '192.0.2.1')

  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => account.message('INBOX', n + 1, patient)),
  )

  const isBusy = (result: PromiseSettledResult<unknown>) =>
    result.status === 'rejected' &&
    result.reason instanceof MailFault &&
    result.reason.code === 'busy'
  t.is(results.filter(isBusy).length, 2)
})

test('a request waits while the server allows the owner no more connections', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 1 })
  const other = await otherClient(t, dovecot, 1)
  const account = openAccount(t, dovecot, 1, { limitWaitMs: WAIT_LIMIT_MS })

  const page = account.page(request(), patient)
  while (!(await dovecot.log()).includes('Maximum number of connections')) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await other.logout()

  t.is((await page).total, 0)
})

test('a limit of the server that lasts is a limit, not a wrong password', async (t) => {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser: 1 })
  await otherClient(t, dovecot, 1)
  const { accounts } = openEngine(t, dovecot, { limitWaitMs: 300 })

  const refused = await t.throwsAsync(
    accounts.signIn(credentialOf(dovecot, 1), '192.0.2.1', patient),
    { instanceOf: MailFault },
  )

  t.is(refused.code, 'limit_reached')
})

test('at the cap watches make room for requests', async (t) => {
  const dovecot = await startDovecot({ t, users: 2 })
  const { accounts } = openEngine(t, dovecot, { maxConnections: 1 })
  const watched = accounts.account(credentialOf(dovecot, 1), '192.0.2.1')
  await listen(watched).until(hasStarted)

  const page = await accounts
    .account(credentialOf(dovecot, 2), '192.0.2.1')
    .page(request(), patient)

  t.is(page.total, 0)
  t.is(accounts.state().connections, 1)
})

test('a connection no one uses is closed', async (t) => {
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server, { idleCloseMs: 50 })
  await accounts.account(someone, '192.0.2.1').page(request(), patient)

  while (server.heard('LOGOUT') === 0) await new Promise((resolve) => setImmediate(resolve))

  await accounts.account(someone, '192.0.2.1').page(request(), patient)
  t.is(server.connections(), 2)
})

test('a page in memory costs one NOOP and nothing else', async (t) => {
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)
  const before = server.commands()

  for (let round = 0; round < 5; round += 1) await account.page(request(), patient)

  t.deepEqual(
    server.commands().slice(before.length),
    Array.from({ length: 5 }, () => 'NOOP'),
  )
})

test('requests for the same page that wait together share one round trip', async (t) => {
  const server = await startScriptedImap(t)
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)
  const before = server.heard('NOOP')

  // The first is under way when the others come: it must not answer them, but one more may.
  const pages = Array.from({ length: 10 }, () => account.page(request(), patient))
  await Promise.all(pages)

  t.true(server.heard('NOOP') - before <= 2)
})

test('a search by text is not made again because flags changed, and only of what arrived', async (t) => {
  const searches: string[] = []
  const changes = ['', '* 1 FETCH (FLAGS (\\Seen))\r\n', '* 2 EXISTS\r\n']
  const server = await startScriptedImap(t, {
    reply: ({ tag, name, line }) => {
      if (name === 'NOOP') return `${changes.shift() ?? ''}${tag} OK\r\n`
      if (name !== 'UID SEARCH') return undefined
      if (line.includes('needle')) searches.push(line.replace(/^\S+ /, ''))
      const uids = line.includes('8:*') ? '8' : '7'
      return `* ESEARCH UID ALL ${line.includes('needle') ? '7' : uids}\r\n${tag} OK\r\n`
    },
  })
  const { accounts } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')
  const search = { text: 'needle', fields: ['text'], filter: 'all' } as const

  for (let n = 0; n < 4; n += 1) await account.page(request({ search }), patient)

  t.deepEqual(searches, [
    'UID SEARCH RETURN (ALL) CHARSET UTF-8 TEXT "needle"',
    'UID SEARCH RETURN (ALL) CHARSET UTF-8 UID 8:* TEXT "needle"',
  ])
})
