import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { fail2banFilter } from '../../../scripts/install/texts/host-files.ts'
import { rawImap } from '../../proxy/mail/raw-imap.ts'
import { databaseRows, eventually } from '../../support/database/rows.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../support/dovecot/imap-relay.ts'
import { signInRequest } from '../../support/faults/storm-requests.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { sendAction } from '../../support/http/native-actions.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

const run = promisify(execFile)

/** The addresses that fail2ban would ban for what is in Postern's error log. */
async function banned({ directory, errorLog }: Postern): Promise<readonly string[]> {
  const filter = join(directory, 'fail2ban-postern.conf')
  await writeFile(filter, fail2banFilter())
  const { stdout } = await run('fail2ban-regex', ['--out=ip', errorLog, filter])
  return stdout.split('\n').filter((line) => line !== '')
}

interface Gateway {
  readonly settings?: string
  readonly maxConnectionsPerUser?: number
  readonly imap?: Readonly<Record<string, unknown>>
}

async function openGateway(
  t: ExecutionContext,
  { settings = '', maxConnectionsPerUser = 10, imap = {} }: Gateway,
) {
  const dovecot = await startDovecot({ t, users: 1, maxConnectionsPerUser, settings })
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: {
      signIn: { lockAfter: 2 },
      tuning: { imap: { limitWaitMs: 0, ...imap }, signIn: { delaysMs: [0] } },
    },
  })
  return { dovecot, postern, user: dovecot.userName(1) }
}

/** As Debian has it: what is refused is answered later. */
const SLOW_REFUSALS = 'auth_failure_delay = 2 secs'

test("the server's limit of connections is busy, and never a failed sign-in", async (t) => {
  const { dovecot, postern, user } = await openGateway(t, { maxConnectionsPerUser: 1 })
  const other = await rawImap(t, dovecot, user)
  const client = createWebmailClient(postern.base())

  for (let n = 0; n < 4; n += 1) {
    const { status, text } = await client.signIn(user, dovecot.password)
    t.is(status, 503)
    t.regex(text, /The mail server is busy/)
  }

  // The log is written when the responses have left.
  const log = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('\n').length > 4,
  )
  t.is(log.match(/Maximum number of connections/g)?.length, 4)
  t.deepEqual(await banned(postern), [])
  other.close()
  // Until the server has noticed that the other one left.
  while ((await client.signIn(user, dovecot.password)).status === 503);
  t.is((await client.list('INBOX')).action, 'list')
  const [record] = await eventually(
    () => databaseRows(join(postern.directory, 'postern.db'), 'SELECT * FROM users'),
    (rows) => rows.length > 0,
  )
  t.is(record?.['failed_login'], null)
  t.is(record?.['failed_login_counter'], 0)
})

test('a wrong password is refused, counted and banned for as before', async (t) => {
  const { postern, user } = await openGateway(t, {})
  const client = createWebmailClient(postern.base())

  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await client.signIn(user, 'wrong')).status)

  t.deepEqual(statuses, [401, 401, 429])
  const addresses = await eventually(
    () => banned(postern),
    (found) => found.length > 1,
  )
  t.deepEqual(addresses, ['127.0.0.1', '127.0.0.1'])
})

test('a refusal that the mail server holds back for longer than other answers is waited for', async (t) => {
  const { postern, user } = await openGateway(t, {
    settings: SLOW_REFUSALS,
    imap: { responseMs: 500, connectTimeoutMs: 500, commandTimeoutMs: 1_000 },
  })
  const client = createWebmailClient(postern.base())

  const { status, text } = await client.signIn(user, 'wrong')

  t.is(status, 401)
  t.regex(text, /Login failed/)
  t.deepEqual(
    await eventually(
      () => banned(postern),
      (found) => found.length > 0,
    ),
    ['127.0.0.1'],
  )
})

test('a password that the mail server did not judge in the end is counted, and banned for', async (t) => {
  const { postern, user } = await openGateway(t, {
    settings: SLOW_REFUSALS,
    imap: { signInMs: 500 },
  })
  const client = createWebmailClient(postern.base())

  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await client.signIn(user, 'wrong')).status)

  t.deepEqual(statuses, [504, 504, 429])
  const addresses = await eventually(
    () => banned(postern),
    (found) => found.length > 1,
  )
  t.deepEqual(addresses, ['127.0.0.1', '127.0.0.1'])
})

test('a mail server that hangs before it has the password counts for no one', async (t) => {
  const { dovecot, postern, user } = await openGateway(t, { imap: { responseMs: 500 } })
  const client = createWebmailClient(postern.base())
  await client.get('')
  dovecot.pause()

  const statuses: number[] = []
  for (let n = 0; n < 3; n += 1) statuses.push((await client.signIn(user, 'wrong')).status)

  dovecot.resume()
  t.deepEqual(statuses, [504, 504, 504])
  t.deepEqual(await banned(postern), [])
})

test('a wrong password is counted when anyone who sent it does not wait for the response', async (t) => {
  const left = new AbortController()
  const dovecot = await startDovecot({ t, users: 1, settings: SLOW_REFUSALS })
  const relay = await startImapRelay(t, {
    ...dovecot,
    cuts: (piece) => {
      if (piece.includes('AUTHENTICATE')) left.abort()
      return false
    },
  })
  const postern = await startPostern({ t, mail: relay })
  const client = createWebmailClient(postern.base())
  await client.get('?_task=login')
  const { url, body, ...form } = signInRequest(postern.base(), client, [
    dovecot.userName(1),
    'wrong',
  ])

  await t.throwsAsync(fetch(url, { ...form, body: String(body), signal: left.signal }), {
    any: true,
  })

  const addresses = await eventually(
    () => banned(postern),
    (found) => found.length > 0,
  )
  t.deepEqual(addresses, ['127.0.0.1'])
})

test('a password that the panel handed over, and no one typed, bans no one', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const cookie = 'robin%40example.test%3aAbCdEfGhIjKlMnOp'
  const credential = { user, password: 'of last year' }
  const session = { segment: '0228251236', cookie, subject: user, credential }
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { panel: { static: { open: false, sessions: [session] } } },
  })
  const client = createWebmailClient(postern.base(session.segment))
  client.cookies.set('webmailsession', cookie)

  const page = await client.get('')
  await client.post('?login=1&post_login=20261121025222', {})

  t.regex(page.text, /Login failed/)
  const log = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('\n').length > 2,
  )
  t.is(log.match(/AUTHENTICATE PLAIN: of the password that the panel handed over/g)?.length, 2, log)
  t.deepEqual(await banned(postern), [])
})

test('a password that is changed while its owner is signed in many times bans no one', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const user = dovecot.userName(1)
  const postern = await startPostern({ t, mail: dovecot })
  const clients = Array.from({ length: 6 }, () => createWebmailClient(postern.base()))
  for (const client of clients) await client.signIn(user, dovecot.password)
  await dovecot.changePassword('another-Pass.2')
  await dovecot.restart()

  for (const client of clients) {
    t.is((await sendAction(client, 'list', { mailbox: 'INBOX' })).status, 401)
  }

  await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => text.split('Login failed for').length > clients.length,
  )
  t.deepEqual(await banned(postern), [])
})
