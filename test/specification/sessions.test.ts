import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { decodeVariables, encodeVariables } from '../../store/php/session.ts'
import type { PhpValue } from '../../store/php/format.ts'
import { openSqlite } from '../../store/sql/sqlite.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

// Sections 2.3, 4 and 5 of the specification where a session starts, on a real Dovecot and the built gateway.

const servers: { dovecot: Dovecot; postern: Postern }[] = []

/** On a busy machine everything takes long. */
const imap = { connectTimeoutMs: WAIT_LIMIT_MS, commandTimeoutMs: WAIT_LIMIT_MS }

test.before(async () => {
  const dovecot = await startDovecot({ users: 6 })
  const postern = await startPostern({ mail: dovecot, config: { tuning: { imap } } })
  servers.push({ dovecot, postern })
})

test.after.always(async () => {
  for (const { dovecot, postern } of servers) {
    await postern.stop()
    await dovecot.stop()
  }
})

function stand(): { dovecot: Dovecot; postern: Postern } {
  const [running] = servers
  if (running === undefined) throw new Error('the servers did not start')
  return running
}

const databaseOf = ({ directory }: Postern): string => join(directory, 'postern.db')

async function storedVariables(postern: Postern, id: string) {
  const [row] = await eventually(
    () => databaseRows(databaseOf(postern), `SELECT vars FROM session WHERE sess_id = '${id}'`),
    (rows) => rows.length > 0,
  )
  return decodeVariables(typeof row?.['vars'] === 'string' ? row['vars'] : '')
}

/** Puts a record into the table as the service of the specification does: without any column of ours. */
async function insertRecord(
  postern: Postern,
  id: string,
  variables: Readonly<Record<string, PhpValue>>,
): Promise<void> {
  const sqlite = await openSqlite({ path: databaseOf(postern), busyTimeoutMs: 5_000 })
  await sqlite.run(
    `INSERT INTO session (sess_id, vars, ip, changed) VALUES (?, ?, '127.0.0.1', datetime('now'))`,
    [id, encodeVariables(variables)],
  )
  await sqlite.close()
}

test('5.5 a POST to sign in without token and user is refused and logged', async (t) => {
  const { postern } = stand()
  const client = createWebmailClient(postern.base())
  await client.get('?login=1&post_login=1')

  const response = await client.post('?login=1&post_login=11111111111111', {
    _task: 'login',
    _pass: 'x',
  })

  t.is(response.status, 403)
  t.regex(response.text, /name="_pass"/, 'the form is the way on')
  const line =
    /^\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}\]: [0-9a-f]{8} PHP Error: Request security check failed \(POST \/cpsess1234xxxxxx\/3rdparty\/roundcube\/index\.php\?login=1&post_login=11111111111111&_task=login\)$/m
  const log = await eventually(
    () => readFile(postern.errorLog, 'utf8').catch(() => ''),
    (text) => line.test(text),
  )
  t.regex(log, line)
})

test('2.3 a record before sign-in that the specified service wrote is taken over, and bound', async (t) => {
  const { postern } = stand()
  const id = 'a'.repeat(32)
  const token = 'T'.repeat(32)
  const variables = { temp: true, language: 'de_DE', skin: 'elastic', task: 'login' }
  const other = createWebmailClient(postern.base())
  await other.get('')
  await storedVariables(postern, other.cookies.get('postern_session') ?? '')
  await insertRecord(postern, id, { ...variables, request_token: token })
  const client = createWebmailClient(postern.base('0000000001'))
  client.cookies.set('postern_session', id)

  const page = await client.get('?login=1&post_login=1')

  t.true(page.text.includes(`name="_token" value="${token}"`))
  const thief = createWebmailClient(postern.base('0000000002'))
  thief.cookies.set('postern_session', id)
  t.false((await thief.get('?login=1&post_login=1')).text.includes(token))
})

test('2.3 a signed-in record without our binding is taken over at its first request, and bound', async (t) => {
  const { dovecot } = stand()
  const first = await startPostern({ t, mail: dovecot, config: { tuning: { imap } } })
  const client = createWebmailClient(first.base('0000000003'))
  await client.signIn(dovecot.userName(1), dovecot.password)
  const id = client.cookies.get('postern_session') ?? ''
  const variables = await storedVariables(first, id)
  await first.end()
  // The spool would continue with what it knows of the session.
  for (const name of ['spool.db', 'spool-copy.db']) await rm(join(first.directory, name))
  const sqlite = await openSqlite({ path: databaseOf(first), busyTimeoutMs: 5_000 })
  await sqlite.run('DELETE FROM session WHERE sess_id = ?', [id])
  await sqlite.close()
  const theirs = Object.entries(variables).filter(([name]) => !name.startsWith('postern_'))
  await insertRecord(first, id, { ...Object.fromEntries(theirs), other_program: 'kept' })
  const postern = await first.restart()
  const back = createWebmailClient(postern.base('0000000003'))
  back.cookies.set('postern_session', id)

  t.regex((await back.get('')).text, /"task":"mail".*"user":"user0001@example\.test"/)
  t.is((await back.list('INBOX')).action, 'list')
  const bound = await eventually(
    () => storedVariables(postern, id),
    (stored) => stored['postern_binding'] !== undefined,
  )
  t.is(bound['other_program'], 'kept')

  // Under another segment the session is ended, and its row with it.
  const thief = createWebmailClient(postern.base('0000000004'))
  thief.cookies.set('postern_session', id)
  t.regex((await thief.get('')).text, /"task":"login"/)
})

for (const [languages, locale] of [
  ['de-AT,de;q=0.9,en;q=0.5', 'de_DE'],
  ['pt', 'pt_BR'],
  ['zh-Hant,en;q=0.1', 'zh_TW'],
  ['xx,fr-CA;q=0.7', 'fr_FR'],
  ['*', 'en_US'],
  ['', 'en_US'],
] as const) {
  test(`2.3 language: a browser that prefers ${languages || 'nothing'} gets ${locale}`, async (t) => {
    const { postern } = stand()
    const client = createWebmailClient(postern.base('0000000005'))

    await client.get('?login=1&post_login=1', { 'accept-language': languages })

    const id = client.cookies.get('postern_session') ?? ''
    t.is((await storedVariables(postern, id))['language'], locale)
  })
}

test('2.3 language: a session that is signed in keeps that of its form', async (t) => {
  const { dovecot, postern } = stand()
  const client = createWebmailClient(postern.base('0000000006'))
  await client.get('?login=1&post_login=1', { 'accept-language': 'it' })
  await client.post(
    '?login=1&post_login=1',
    { _token: client.token(), _user: dovecot.userName(2), _pass: dovecot.password },
    { 'accept-language': 'sv' },
  )

  const id = client.cookies.get('postern_session') ?? ''

  t.is((await storedVariables(postern, id))['language'], 'it_IT')
})

test('4 the mount without index.php leads there, with its query', async (t) => {
  const mount = stand().postern.base().replace('index.php', '')
  const responses = await Promise.all(
    ['', '?login=1&post_login=38056176108366', '?_task=mail&_mbox=INBOX'].map((query) =>
      fetch(mount + query, { redirect: 'manual', headers: { accept: 'text/html' } }),
    ),
  )

  t.deepEqual(
    responses.map(({ status, headers }) => [status, headers.get('location')]),
    [
      [302, './index.php'],
      [302, './index.php?login=1&post_login=38056176108366'],
      [302, './index.php?_task=mail&_mbox=INBOX'],
    ],
  )
})

test('4 what leads on after signing in and out names index.php', async (t) => {
  const { dovecot, postern } = stand()
  const client = createWebmailClient(postern.base('0000000007'))

  const signedIn = await client.signIn(dovecot.userName(3), dovecot.password)
  const signedOut = await client.post('?_task=logout', { _token: client.token() })

  t.regex(signedIn.headers.get('location') ?? '', /^\.\/index\.php\?_task=mail&.*_token=\w{32}$/)
  t.is(signedOut.headers.get('location'), './index.php?_task=login')
})
