import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { decodeVariables } from '../../store/php/session.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { formA, loggedScript } from '../support/postern/error-lines.ts'
import { WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'

// Each test is named after the row of the specification it proves, on a real Dovecot and the built gateway.

const servers: { dovecot: Dovecot; postern: Postern }[] = []

test.before(async () => {
  const dovecot = await startDovecot({ users: 30 })
  await dovecot.seed(dovecot.userName(1), 60)
  const postern = await startPostern({
    mail: dovecot,
    config: {
      // All tests sign in at once.
      tuning: { imap: { connectTimeoutMs: WAIT_LIMIT_MS, commandTimeoutMs: WAIT_LIMIT_MS } },
    },
  })
  servers.push({ dovecot, postern })
})

test.after.always(async () => {
  for (const { dovecot, postern } of servers) {
    await postern.stop()
    await dovecot.stop()
  }
})

function sharedServers(): { dovecot: Dovecot; postern: Postern } {
  const [running] = servers
  if (running === undefined) throw new Error('the servers did not start')
  return running
}

const DIGITS = '0228251236'

function clientOf(segmentDigits = DIGITS): WebmailClient {
  return createWebmailClient(sharedServers().postern.base(segmentDigits))
}

/** A user of an own mailbox, so that tests do not meet each other. */
async function signedIn(n: number): Promise<WebmailClient> {
  const client = clientOf()
  const { dovecot } = sharedServers()
  const response = await client.signIn(dovecot.userName(n), dovecot.password)
  if (response.status !== 302) throw new Error(`sign-in answered ${response.status}`)
  return client
}

function rows(sql: string, isEnough: (found: Record<string, unknown>[]) => boolean) {
  return eventually(
    () => databaseRows(join(sharedServers().postern.directory, 'postern.db'), sql),
    isEnough,
  )
}

async function userRow(n: number, isEnough: (row: Record<string, unknown>) => boolean) {
  const name = sharedServers().dovecot.userName(n)
  const [row = {}] = await rows(`SELECT * FROM users WHERE username = '${name}'`, (found) =>
    found.some(isEnough),
  )
  return row
}

async function sessionRow(client: WebmailClient) {
  const id = client.cookies.get('postern_session') ?? ''
  const [row = {}] = await rows(
    `SELECT *, datetime('now') AS ts FROM session WHERE sess_id = '${id}'`,
    (found) => found.length > 0,
  )
  return row
}

async function errorLogLine(pattern: RegExp): Promise<string> {
  const lines = await eventually(
    // The file is there with its first line.
    async () =>
      (await readFile(sharedServers().postern.errorLog, 'utf8').catch(() => '')).split('\n'),
    (found) => found.some((line) => pattern.test(line)),
  )
  return lines.find((line) => pattern.test(line)) ?? ''
}

/** A session variable that must be a string, not only print like one. */
function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error(`not a string: ${typeof value}`)
  return value
}

const SQL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/

// 2.1 User record

test('2.1 user_id: numeric identifier of the user', async (t) => {
  await signedIn(2)
  const row = await userRow(2, (found) => found['user_id'] !== null)
  t.true(Number.isInteger(row['user_id']))
})

test('2.1 last_login: set to the current time on each successful login', async (t) => {
  await signedIn(3)
  const row = await userRow(3, (found) => found['last_login'] !== null)
  t.regex(String(row['last_login']), SQL_TIME)
  t.true(Math.abs(Date.parse(`${String(row['last_login'])}Z`) - Date.now()) < 60_000)
})

test('2.1 failed_login, failed_login_counter: time of the failure, 1 after the first', async (t) => {
  const { dovecot } = sharedServers()
  await signedIn(4)
  await clientOf().signIn(dovecot.userName(4), 'wrong')
  const row = await userRow(4, (found) => found['failed_login_counter'] === 1)
  t.is(row['failed_login_counter'], 1)
  t.regex(String(row['failed_login']), SQL_TIME)
})

test('2.1 failed_login_counter: counts on, and a success resets it', async (t) => {
  const { dovecot } = sharedServers()
  await signedIn(5)
  await clientOf().signIn(dovecot.userName(5), 'wrong')
  await clientOf().signIn(dovecot.userName(5), 'wrong')
  t.is((await userRow(5, (row) => row['failed_login_counter'] === 2))['failed_login_counter'], 2)
  await signedIn(5)
  t.is((await userRow(5, (row) => row['failed_login_counter'] === 0))['failed_login_counter'], 0)
})

// 2.2 Session record

test('2.2 sess_id: 32 lower-case hexadecimal characters', async (t) => {
  const row = await sessionRow(await signedIn(6))
  t.regex(String(row['sess_id']), /^[0-9a-f]{32}$/)
})

test('2.2 vars: serialized session variables, base64-encoded', async (t) => {
  const row = await sessionRow(await signedIn(7))
  const vars = Buffer.from(String(row['vars']), 'base64')
  t.is(vars.toString('base64'), String(row['vars']))
  t.true(vars.toString('latin1').includes('username|s:'))
})

test('2.2 ip, changed: client address, current time on insert', async (t) => {
  const row = await sessionRow(await signedIn(8))
  t.is(row['ip'], '127.0.0.1')
  t.regex(String(row['changed']), SQL_TIME)
  const [changed, now] = [`${String(row['changed'])}Z`, `${String(row['ts'])}Z`].map(Date.parse)
  t.true(Math.abs((now ?? 0) - (changed ?? 0)) < 60_000)
})

test('2.2 delete by sess_id: a sign-out removes the record', async (t) => {
  const client = await signedIn(9)
  const id = client.cookies.get('postern_session') ?? ''
  await sessionRow(client)
  await client.post('?_task=logout', { _token: client.token() })
  const left = await rows(
    `SELECT * FROM session WHERE sess_id = '${id}'`,
    (found) => found.length === 0,
  )
  t.deepEqual(left, [])
})

// 2.3 Session variables

test('2.3 pre-login session: temp, language, skin, task, request_token', async (t) => {
  const client = clientOf()
  await client.get('?login=1&post_login=38056176108366')
  const variables = decodeVariables(String((await sessionRow(client))['vars']))
  t.is(variables['temp'], true)
  t.is(variables['language'], 'en_US')
  t.is(typeof variables['skin'], 'string')
  t.is(variables['task'], 'login')
  t.regex(textOf(variables['request_token']), /^[0-9A-Za-z]{32}$/)
})

test('2.3 signed-in session: every variable has the shape of its row', async (t) => {
  const before = Math.floor(Date.now() / 1000)
  const row = await sessionRow(await signedIn(10))
  const variables = decodeVariables(String(row['vars']))
  t.false('temp' in variables)
  t.deepEqual(variables['imap_namespace'], {
    personal: [['', '.']],
    other: null,
    shared: null,
    prefix_in: '',
    prefix_out: '',
  })
  t.is(variables['imap_delimiter'], '.')
  t.regex(textOf(variables['user_id']), /^\d+$/)
  t.is(variables['username'], sharedServers().dovecot.userName(10))
  t.is(variables['storage_host'], sharedServers().dovecot.host)
  t.is(variables['storage_port'], sharedServers().dovecot.port)
  t.is(variables['storage_ssl'], null)
  t.true(Number(variables['login_time']) >= before)
  t.is(variables['STORAGE_SPECIAL-USE'], true)
  t.regex(textOf(variables['request_token']), /^[0-9A-Za-z]{32}$/)
})

test('2.3 password: encrypted, base64 text, never stored in clear', async (t) => {
  const row = await sessionRow(await signedIn(11))
  const password = textOf(decodeVariables(String(row['vars']))['password'])
  t.is(Buffer.from(password, 'base64').toString('base64'), password)
  t.false(Buffer.from(String(row['vars']), 'base64').includes(sharedServers().dovecot.password))
})

// 4 Endpoints

test('4 GET index.php: loads the application page', async (t) => {
  const client = await signedIn(12)
  const page = await client.get('')
  t.is(page.status, 200)
  t.regex(page.text, /"task":"mail"/)
})

for (const digits of ['20261121084114', '3837540636687', '7']) {
  test(`4 GET index.php?login=1&post_login=${digits}: the login page`, async (t) => {
    const page = await clientOf().get(`?login=1&post_login=${digits}`)
    t.is(page.status, 200)
    t.regex(page.text, /<input type="hidden" name="_token" value="\w{32}">/)
    t.regex(page.text, /"task":"login"/)
  })
}

test('4 POST index.php?login=1&post_login=<digits>: submits credentials', async (t) => {
  const { dovecot } = sharedServers()
  const client = clientOf()
  const response = await client.signIn(dovecot.userName(13), dovecot.password)
  t.is(response.status, 302)
  t.regex(response.headers.get('location') ?? '', /^\.\/index\.php\?_task=mail&.*_token=\w{32}$/)
})

test('4 POST index.php?_task=mail&_action=refresh: refreshes the mail view', async (t) => {
  const client = await signedIn(1)
  const { uids } = await client.list('INBOX')
  const refresh = await client.refresh('INBOX', uids)
  t.is(refresh.action, 'refresh')
  t.is(refresh.unlock, 'loading1795231907443')
  t.is(refresh.unread.get('INBOX'), 6)
})

test('4 GET list: messages of a mailbox, newest first, with the loading id returned', async (t) => {
  const client = await signedIn(1)
  const list = await client.list('INBOX')
  t.is(list.action, 'list')
  t.is(list.unlock, 'loading1795231907265')
  t.is(list.env['messagecount'], 60)
  t.deepEqual(
    list.uids,
    Array.from({ length: 50 }, (_, row) => 60 - row),
  )
  t.is(list.unread.get('INBOX'), 6)
})

test('4 GET getunread: unread counts of the mailboxes', async (t) => {
  const client = await signedIn(1)
  const { action, unlock, unread } = await client.getunread()
  t.is(action, 'getunread')
  t.is(unlock, undefined)
  t.is(unread.get('INBOX'), 6)
  t.true(unread.has('Trash'))
})

for (const segment of ['123456789', '12345678901', '１２３４５６７８９０', '%31234567890']) {
  test(`4 <session_prefix>: /cpsess${segment} is no segment and reaches nothing`, async (t) => {
    const response = await createWebmailClient(sharedServers().postern.base(segment)).get('')
    t.true(response.status === 400 || response.status === 401)
    t.false(response.text.includes('_pass'))
  })
}

// 5 Authentication

test('5.1 sign-in uses AUTHENTICATE PLAIN', async (t) => {
  const before = await sharedServers().dovecot.logins()
  await signedIn(14)
  t.true((await sharedServers().dovecot.logins()) > before)
  const log = await sharedServers().dovecot.log()
  t.regex(log, new RegExp(`Login: user=<${sharedServers().dovecot.userName(14)}>, method=PLAIN`))
})

test('5.3 a new session id on success, the old one ends', async (t) => {
  const { dovecot } = sharedServers()
  const client = clientOf()
  await client.get('?login=1&post_login=1')
  const before = client.cookies.get('postern_session') ?? ''
  await client.signIn(dovecot.userName(15), dovecot.password)
  t.not(client.cookies.get('postern_session'), before)

  const thief = clientOf()
  thief.cookies.set('postern_session', before)
  t.regex((await thief.get('')).text, /"task":"login"/)
})

test('5.5 state-changing POST requests carry a request token check', async (t) => {
  const client = await signedIn(16)
  const form = { _mbox: 'INBOX', _uid: '1', _flag: 'read', _remote: '1' }
  for (const token of [{}, { _token: 'x'.repeat(32) }]) {
    const response = await client.post('?_task=mail&_action=mark', { ...form, ...token })
    t.is(response.status, 403)
    t.is(response.text, 'Invalid Request')
  }
})

test('5.6 a session is of no use under another segment', async (t) => {
  const client = await signedIn(17)
  const other = clientOf('9999999999')
  other.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')
  t.regex((await other.get('')).text, /"task":"login"/)
})

// 7 Errors

test('7 IMAP Error: Login failed, Form A, reason "Authentication failed."', async (t) => {
  const { dovecot } = sharedServers()
  const response = await clientOf().signIn(dovecot.userName(18), 'wrong')
  t.is(response.status, 401)
  t.regex(response.text, /Login failed/)
  const line = formA(
    'IMAP Error: Login failed for user0018@example.test from 127.0.0.1. AUTHENTICATE PLAIN: Authentication failed.',
    `POST ${loggedScript(DIGITS)}?login=1&post_login=38056176108366&_task=login&_action=login`,
  )
  t.regex(await errorLogLine(line), line)
})

test('7 PHP Error: Request security check failed, Form A, of a refresh', async (t) => {
  const client = await signedIn(19)
  await client.post('?_task=mail&_action=refresh', { _mbox: 'INBOX', _remote: '1' })
  const line = formA(
    'PHP Error: Request security check failed',
    `POST ${loggedScript(DIGITS)}?_task=mail&_action=refresh`,
  )
  t.regex(await errorLogLine(line), line)
})

test('7 a wrong password is never logged', async (t) => {
  await clientOf().signIn(sharedServers().dovecot.userName(20), 'secret-Zq9')
  await errorLogLine(/user0020/)
  t.false((await readFile(sharedServers().postern.errorLog, 'utf8')).includes('Zq9'))
  t.false(sharedServers().postern.output.text().includes('Zq9'))
})

// 8 Limits

test('8 session identifier and request token have 32 characters', async (t) => {
  const client = await signedIn(21)
  t.is(client.cookies.get('postern_session')?.length, 32)
  t.is(client.token().length, 32)
})

test('8 a body beyond its limit is refused and the process serves on', async (t) => {
  const client = await signedIn(22)
  const response = await client.post('?_task=mail&_action=mark', { _uid: '1'.repeat(2_000_000) })
  t.is(response.status, 413)
  t.is((await client.get('')).status, 200)
})
