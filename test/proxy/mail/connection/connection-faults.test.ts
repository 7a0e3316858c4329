import test from 'ava'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { eventually } from '../../../support/database/rows.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { credentialOf, openAccount, openEngine, patient, request } from '../engine.ts'
import { defaultReply, startScriptedImap } from '../../../support/imap/scripted-imap.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const someone = { user: 'user@example.test', password: 'secret', authorizationId: undefined }

test('a connection the server closed between two requests is replaced unnoticed', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  const { accounts, closedReports } = openEngine(t, dovecot)
  const account = accounts.account(credentialOf(dovecot, 1), '192.0.2.1')
  await account.page(request(), patient)

  await dovecot.restart()
  const page = await account.page(request(), patient)
  await dovecot.restart()
  await account.setFlags('INBOX', [3], { add: ['\\Flagged'], remove: [] }, patient)

  t.is(page.total, 3)
  t.is(closedReports(), 0)
  t.true((await account.page(request(), patient)).rows[0]?.flags.includes('\\Flagged'))
})

test('a stopped server is unavailable, and the list is back when it is', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  const account = openAccount(t, dovecot, 1)
  await account.page(request(), patient)

  await dovecot.kill()
  const down = account.page(request(), patient)
  await t.throwsAsync(down, { name: 'MailFault', code: 'unavailable' })
  await dovecot.restart()

  t.is((await account.page(request(), patient)).total, 3)
})

test('a frozen server is given up after the limit of a command', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const account = openAccount(t, dovecot, 1, { commandTimeoutMs: 3_000, connectTimeoutMs: 3_000 })
  // A fresh Dovecot on a busy machine may take longer than that once.
  const isAnswered = await eventually(
    () =>
      account.page(request(), patient).then(
        () => true,
        () => false,
      ),
    (isIt) => isIt,
  )
  t.true(isAnswered)

  dovecot.pause()
  t.teardown(() => {
    dovecot.resume()
  })

  await t.throwsAsync(account.page(request(), patient), { code: 'timed_out' })
  await t.throwsAsync(account.counts(patient), { code: 'timed_out' })
})

test('a read whose connection is cut is repeated once, and the cut is reported', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }, connection) =>
      name === 'UID FETCH' && connection === 1
        ? { cutAfter: '* 1 FETCH (UID 7 FLAGS () ENVELOPE (NIL {5}\r\nhel' }
        : undefined,
  })
  const { accounts, closedReports } = openEngine(t, server)

  const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

  t.is(page.rows[0]?.summary.subject, 'hello')
  t.is(closedReports(), 1)
  t.is(server.connections(), 2)
})

test('a connection dropped before the greeting is tried again', async (t) => {
  const server = await startScriptedImap(t, { droppedConnections: 1 })
  const { accounts } = openEngine(t, server)

  const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

  t.is(page.total, 1)
  t.is(server.connections(), 2)
})

test('a read whose second connection is cut too fails as closed', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }) =>
      name === 'UID FETCH' ? { cutAfter: '* BYE Disconnected: Shutting down\r\n' } : undefined,
  })
  const { accounts, closedReports } = openEngine(t, server)

  const fault = await t.throwsAsync(
    accounts.account(someone, '192.0.2.1').page(request(), patient),
    { instanceOf: MailFault },
  )

  t.is(fault.code, 'closed')
  t.is(fault.serverText, 'BYE Disconnected: Shutting down')
  t.is(closedReports(), 2)
  t.is(server.connections(), 2)
})

test('a read is repeated after the server took its connection away for a limit', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }, connection) =>
      name === 'UID FETCH' && connection === 1
        ? { cutAfter: '* BYE Too many connections from this user\r\n' }
        : undefined,
  })
  const { accounts } = openEngine(t, server)

  const page = await accounts.account(someone, '192.0.2.1').page(request(), patient)

  t.is(page.total, 1)
  t.is(server.connections(), 2)
})

test('a mailbox that is just being renamed is unavailable for a moment', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }) =>
      name === 'SELECT' ? `${tag} NO Mailbox was deleted under us (0.059 secs).\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server)

  await t.throwsAsync(accounts.account(someone, '192.0.2.1').page(request(), patient), {
    name: 'MailFault',
    code: 'unavailable',
  })
})

test('an action whose connection is cut is not repeated', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'UID MOVE' ? { cutAfter: '' } : undefined),
  })
  const { accounts, closedReports } = openEngine(t, server)
  const account = accounts.account(someone, '192.0.2.1')

  await t.throwsAsync(account.move('INBOX', [7], mailboxName('Trash'), patient), { code: 'closed' })

  t.is(server.heard('UID MOVE'), 1)
  t.is(closedReports(), 1)
})

test('wherever a response is cut, a page is right or an error', async (t) => {
  const whole = defaultReply({ tag: 'P3', name: 'UID FETCH', line: 'ENVELOPE' })
  for (let cut = 0; cut < whole.length; cut += 7) {
    const server = await startScriptedImap(t, {
      reply: (command) =>
        command.name === 'UID FETCH' ? { cutAfter: whole.slice(0, cut) } : undefined,
    })
    const { accounts } = openEngine(t, server)

    const page = accounts.account(someone, '192.0.2.1').page(request(), patient)

    await t.throwsAsync(page, { name: 'MailFault', code: 'closed' }, `cut at ${cut}`)
  }
})

test('a response that is no IMAP closes the connection', async (t) => {
  const server = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'STATUS' ? '* ESEARCH UID ALL (((\r\n' : undefined),
  })
  const { accounts, closedReports } = openEngine(t, server)

  await t.throwsAsync(accounts.account(someone, '192.0.2.1').page(request(), patient), {
    code: 'closed',
  })

  t.is(closedReports(), 2)
})

test('an endless answer is cut off at its limit', async (t) => {
  const flood = `* STATUS ${'x'.repeat(1024 * 1024)}`
  const server = await startScriptedImap(t, {
    reply: ({ name }) => (name === 'STATUS' ? flood.repeat(40) : undefined),
  })
  const { accounts } = openEngine(t, server)

  await t.throwsAsync(accounts.account(someone, '192.0.2.1').page(request(), patient), {
    code: 'response_too_large',
  })
})

test('a request that is given up does not spoil the connection for the next', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  const account = openAccount(t, dovecot, 1)
  await account.page(request(), patient)

  for (let round = 0; round < 30; round += 1) {
    const abort = new AbortController()
    const given = account.message('INBOX', 2, { ...patient, signal: abort.signal })
    abort.abort()
    await t.throwsAsync(given, { code: 'timed_out' })
    const source = await account.source('INBOX', 1, patient)
    await source[Symbol.asyncIterator]().return?.()
  }

  t.is((await account.page(request(), patient)).total, 3)
  t.is(await dovecot.logins(), 1)
})

test('a download that is given up leaves its turn to others', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.deliver(dovecot.userName(1), { raw: `Subject: x\r\n\r\n${'x'.repeat(2_000_000)}` })
  const account = openAccount(t, dovecot, 1)
  const source = await account.source('INBOX', 1, patient)
  const reader = source[Symbol.asyncIterator]()
  await reader.next()

  await reader.return?.()

  t.is((await account.page(request(), patient)).total, 1)
})

test('a connection that is told of an internal error is replaced once it has lasted', async (t) => {
  let now = 0
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }, connection) =>
      name === 'NOOP' && connection === 1 ? `${tag} NO [SERVERBUG] Internal error\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server, { now: () => now })
  const account = accounts.account(someone, '192.0.2.1')
  await account.page(request(), patient)
  await t.throwsAsync(account.page(request(), patient), { code: 'unavailable' })

  now = 10_001
  const page = await account.page(request(), patient)

  t.is(page.total, 1)
  t.is(server.connections(), 2)
})

test('a server that is out of order is not asked for a new connection again and again', async (t) => {
  let now = 0
  const server = await startScriptedImap(t, {
    reply: ({ tag, name }) =>
      name === 'SELECT' ? `${tag} NO [SERVERBUG] Internal error\r\n` : undefined,
  })
  const { accounts } = openEngine(t, server, { now: () => now })
  const account = accounts.account(someone, '192.0.2.1')
  await t.throwsAsync(account.page(request(), patient), { code: 'unavailable' })

  now = 10_001
  for (let n = 0; n < 5; n += 1) {
    await t.throwsAsync(account.page(request(), patient), { code: 'unavailable' })
  }

  t.is(server.connections(), 2)
})
