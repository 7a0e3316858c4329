import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqlite } from '../../store/sql/sqlite.ts'
import { lockDatabase } from '../support/database/lock.ts'
import { databaseRows, eventually } from '../support/database/rows.ts'
import { startDovecot } from '../support/dovecot/dovecot.ts'
import { portOf } from '../support/http/port-of.ts'
import { errorLines, formA, linesOnce, loggedScript } from '../support/postern/error-lines.ts'
import { startPostern, type Postern, type PosternConfig } from '../support/postern/postern.ts'
import { createWebmailClient } from '../support/http/webmail-client.ts'

// Section 7 of the specification, its rows about the database: whole lines, through the whole gateway.

const LOCKED = 'DB Error: [5] database is locked'
const INSERT_SESSION =
  'INSERT INTO session (sess_id, vars, ip, changed) VALUES (?, ?, ?, ?) ON CONFLICT (sess_id) DO UPDATE SET vars = excluded.vars, ip = excluded.ip, changed = excluded.changed'
const DELETE_SESSION =
  'DELETE FROM session WHERE sess_id IN (?) AND EXISTS (SELECT 1 FROM postern_session_ended WHERE postern_session_ended.sess_id = session.sess_id)'
const SELECT_SESSION =
  'select `session`.`sess_id`, `vars`, `ip`, `changed`, CURRENT_TIMESTAMP AS ts, `version`, `changed_ms`, `created_ms`, `expires_ms` from `session` left join `postern_session` on `postern_session`.`sess_id` = `session`.`sess_id` where `session`.`sess_id` in (?)'
const UPDATE_USER =
  'UPDATE users SET last_login = ?, failed_login = ?, failed_login_counter = ? WHERE username = ? AND mail_host = ?'
const SELECT_USER =
  'select `user_id`, `username`, `mail_host`, `last_login`, `failed_login`, `failed_login_counter` from `users` where `username` = ? and `mail_host` = ?'

async function stand(t: ExecutionContext, config: PosternConfig = {}) {
  const dovecot = await startDovecot({ t, users: 4 })
  const postern = await startPostern({ t, mail: dovecot, config })
  return { dovecot, postern }
}

/** Signs someone in, waits until the database has it, and locks the database. */
async function lockedStand(t: ExecutionContext) {
  const { dovecot, postern } = await stand(t)
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const file = join(postern.directory, 'postern.db')
  await eventually(
    () => databaseRows(file, 'SELECT 1 FROM session JOIN users'),
    (rows) => rows.length > 0,
  )
  const lock = await lockDatabase(file)
  t.teardown(() => lock.release())
  return { dovecot, postern, client, lock }
}

/** How often the whole lines of the pair of such a request stand in the error log, once both do. */
async function pairOf(postern: Postern, { sql, request }: { sql: string; request: string }) {
  const first = formA(`${LOCKED} (SQL Query: ${sql})`, request)
  const id = (await linesOnce(postern, first)).map((line) => first.exec(line)?.[1]).find(Boolean)
  const again = formA(`${LOCKED} (SQL Query: )`, request, id ?? 'none')
  const lines = await linesOnce(postern, again)
  return {
    withQuery: lines.filter((line) => first.test(line)).length,
    withoutQuery: lines.filter((line) => again.test(line)).length,
    lines,
  }
}

function requestOf(method: string, query: string): string {
  return `${method} ${loggedScript()}${query}`
}

const SIGN_IN_QUERY = '?login=1&post_login=38056176108366'
const SIGN_IN = requestOf('POST', `${SIGN_IN_QUERY}&_task=login&_action=login`)

test('7 DB Error [5] of an insert of a session: with its SQL, and again without, for the request of the record', async (t) => {
  const { dovecot, postern } = await lockedStand(t)

  const client = createWebmailClient(postern.base())
  const response = await client.signIn(dovecot.userName(2), dovecot.password)

  t.is(response.status, 302, 'nobody meets the lock')
  const pair = await pairOf(postern, {
    sql: INSERT_SESSION,
    request: SIGN_IN,
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of an update of a user: the failed sign-in whose count it was', async (t) => {
  const { dovecot, postern } = await lockedStand(t)

  await createWebmailClient(postern.base()).signIn(dovecot.userName(1), 'wrong')

  const pair = await pairOf(postern, {
    sql: UPDATE_USER,
    request: SIGN_IN,
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of a delete of a session: the sign-out whose end it was', async (t) => {
  const { postern, client } = await lockedStand(t)

  await client.post('?_task=logout', { _token: client.token() })

  const pair = await pairOf(postern, {
    sql: DELETE_SESSION,
    request: requestOf('POST', '?_task=logout'),
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of a select of a session: the request that could not be answered', async (t) => {
  const { postern, client } = await unreadableStand(t)
  const returning = createWebmailClient(postern.base())
  returning.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')

  const responses = await Promise.all([
    returning.get('?_task=mail&_action=getunread&_remote=1'),
    returning.get(''),
  ])

  t.deepEqual(
    responses.map(({ status }) => status),
    [503, 503],
  )
  for (const query of ['?_task=mail&_action=getunread&_remote=1', '']) {
    const pair = await pairOf(postern, { sql: SELECT_SESSION, request: requestOf('GET', query) })
    t.is(pair.withQuery, 1, pair.lines.join('\n'))
    t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
  }
  t.false(pairlessLines(await errorLines(postern)), 'no other words for the lock')
})

test('7 DB Error [5] of a select of a user: the failed sign-in of an owner who is looked for', async (t) => {
  const { dovecot, postern } = await unreadableStand(t)

  const response = await createWebmailClient(postern.base()).signIn(dovecot.userName(1), 'wrong')

  t.is(response.status, 401, 'a sign-in does not fail for bookkeeping')
  const pair = await pairOf(postern, { sql: SELECT_USER, request: SIGN_IN })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

/** A Postern that knows no one, before a database that a user has locked for readers, too. */
async function unreadableStand(t: ExecutionContext) {
  const { dovecot, postern: first } = await stand(t)
  const client = createWebmailClient(first.base())
  const file = join(first.directory, 'postern.db')
  await client.signIn(dovecot.userName(1), dovecot.password)
  await eventually(
    () => databaseRows(file, 'SELECT 1 FROM session JOIN users'),
    (rows) => rows.length > 0,
  )
  await first.end()
  // Only the database has the session, as where another instance wrote it.
  for (const name of ['spool.db', 'spool-copy.db']) await rm(join(first.directory, name))
  // With this journal, as other programs make their files, a writer locks readers out.
  const sqlite = await openSqlite({ path: file, busyTimeoutMs: 1_000 })
  await sqlite.run('PRAGMA journal_mode = DELETE')
  await sqlite.close()
  const lock = await lockDatabase(file)
  t.teardown(() => lock.release())
  const postern = await first.restart()
  t.teardown(() => postern.stop())
  return { dovecot, postern, client }
}

function pairlessLines(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes('DB Error') && !line.includes('[5] database is locked'))
}

test('7 DB Error [] of a database that fails without detail: page load, sign-in and refresh', async (t) => {
  // A PostgreSQL that ends each connection at once: the driver has neither code nor reason.
  const server = createServer((socket) => socket.resume().end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const { postern } = await stand(t, {
    database: { url: `postgres://postern@127.0.0.1:${await portOf(server)}/postern` },
  })
  const visit = () => {
    const client = createWebmailClient(postern.base())
    client.cookies.set('postern_session', '0123456789abcdef0123456789abcdef')
    return client
  }

  const responses = [
    await visit().get(''),
    await visit().post('?login=1&post_login=38056176108366', { _task: 'login' }),
    await visit().post('?_task=mail&_action=refresh', { _mbox: 'INBOX' }),
  ]

  t.deepEqual(
    responses.map(({ status }) => status),
    [503, 503, 503],
  )
  for (const request of [
    requestOf('GET', ''),
    requestOf('POST', SIGN_IN_QUERY),
    requestOf('POST', '?_task=mail&_action=refresh'),
  ]) {
    const line = formA('DB Error: [] (SQL Query: )', request)
    const lines = await linesOnce(postern, line)
    t.is(lines.filter((one) => line.test(one)).length, 1, lines.join('\n'))
  }
})
