import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openSqlite } from '../store/sqlite.ts'
import { lockDatabase } from './support/database-lock.ts'
import { databaseRows, eventually } from './support/database-rows.ts'
import { startDovecot } from './support/dovecot.ts'
import { portOf } from './support/port-of.ts'
import { startPostern, type Postern, type PosternConfig } from './support/postern.ts'
import { createWebmailClient } from './support/webmail-client.ts'

// Section 7 of the specification, its rows about the database: whole lines, through the whole gateway.

const DATE = String.raw`\[\d\d-\w{3}-\d{4} \d\d:\d\d:\d\d [+-]\d{4}\]`
const MOUNT = '/cpsess1234xxxxxx/3rdparty/roundcube/index.php'
const LOCKED = String.raw`DB Error: \[5\] database is locked`

async function stand(t: ExecutionContext, config: PosternConfig = {}) {
  const dovecot = await startDovecot({ users: 4 })
  t.teardown(() => dovecot.stop())
  const postern = await startPostern({
    config: { imap: { host: dovecot.host, port: dovecot.port }, ...config },
  })
  t.teardown(() => postern.stop())
  return { dovecot, postern }
}

/** Signs somebody in, waits until the database has it, and locks the database. */
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

/** The whole lines of the error log, once they hold both of the pair of such a request. */
async function pairOf(postern: Postern, { sql, request }: { sql: string; request: string }) {
  const first = new RegExp(
    String.raw`^${DATE}: ([0-9a-f]{8}) ${LOCKED} \(SQL Query: ${sql}\) ${request}$`,
  )
  const againOf = (lines: readonly string[]) => {
    const id = lines.map((line) => first.exec(line)?.[1]).find((found) => found !== undefined)
    return new RegExp(String.raw`^${DATE}: ${id ?? 'none'} ${LOCKED} \(SQL Query: \) ${request}$`)
  }
  const lines = await eventually(
    () => errorLines(postern),
    (found) => found.some((line) => againOf(found).test(line)),
  )
  const again = againOf(lines)
  return {
    withQuery: lines.filter((line) => first.test(line)).length,
    withoutQuery: lines.filter((line) => again.test(line)).length,
    lines,
  }
}

async function errorLines(postern: Postern): Promise<readonly string[]> {
  return (await readFile(postern.errorLog, 'utf8').catch(() => '')).trimEnd().split('\n')
}

function requestOf(method: string, query: string): string {
  return String.raw`\(${method} ${MOUNT}${query}\)`
}

const SIGN_IN_QUERY = String.raw`\?login=1&post_login=38056176108366`

test('7 DB Error [5] of an insert of a session: with its SQL, and again without, for the request of the record', async (t) => {
  const { dovecot, postern } = await lockedStand(t)

  const client = createWebmailClient(postern.base())
  const answer = await client.signIn(dovecot.userName(2), dovecot.password)

  t.is(answer.status, 302, 'nobody meets the lock')
  const pair = await pairOf(postern, {
    sql: String.raw`INSERT INTO session \(sess_id, vars, ip, changed[^)]*\) VALUES \(\?, [^()]*\) .*`,
    request: requestOf('POST', `${SIGN_IN_QUERY}&_task=login&_action=login`),
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of an update of a user: the failed sign-in whose count it was', async (t) => {
  const { dovecot, postern } = await lockedStand(t)

  await createWebmailClient(postern.base()).signIn(dovecot.userName(1), 'wrong')

  const pair = await pairOf(postern, {
    sql: String.raw`UPDATE users SET last_login = \?, failed_login = \?, failed_login_counter = \? WHERE username = \? AND mail_host = \?`,
    request: requestOf('POST', `${SIGN_IN_QUERY}&_task=login&_action=login`),
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of a delete of a session: the sign-out whose end it was', async (t) => {
  const { postern, client } = await lockedStand(t)

  await client.post('?_task=logout', { _token: client.token() })

  const pair = await pairOf(postern, {
    sql: String.raw`DELETE FROM session WHERE sess_id IN \(\?\).*`,
    request: requestOf('POST', String.raw`\?_task=logout`),
  })
  t.is(pair.withQuery, 1, pair.lines.join('\n'))
  t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
})

test('7 DB Error [5] of a select of a session: the request that could not be answered', async (t) => {
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
  const returning = createWebmailClient(postern.base())
  returning.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')

  const answers = await Promise.all([
    returning.get('?_task=mail&_action=getunread&_remote=1'),
    returning.get(''),
  ])

  t.deepEqual(
    answers.map(({ status }) => status),
    [503, 503],
  )
  for (const query of [String.raw`\?_task=mail&_action=getunread&_remote=1`, '']) {
    const pair = await pairOf(postern, {
      sql: String.raw`select .*vars.* from .session. where .*sess_id.*`,
      request: requestOf('GET', query),
    })
    t.is(pair.withQuery, 1, pair.lines.join('\n'))
    t.is(pair.withoutQuery, 1, pair.lines.join('\n'))
  }
  t.false(pairlessLines(await errorLines(postern)), 'no other words for the lock')
})

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

  const answers = [
    await visit().get(''),
    await visit().post('?login=1&post_login=38056176108366', { _task: 'login' }),
    await visit().post('?_task=mail&_action=refresh', { _mbox: 'INBOX' }),
  ]

  t.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 503],
  )
  for (const request of [
    requestOf('GET', ''),
    requestOf('POST', SIGN_IN_QUERY),
    requestOf('POST', String.raw`\?_task=mail&_action=refresh`),
  ]) {
    const line = new RegExp(
      String.raw`^${DATE}: [0-9a-f]{8} DB Error: \[\] \(SQL Query: \) ${request}$`,
    )
    const lines = await eventually(
      () => errorLines(postern),
      (found) => found.some((one) => line.test(one)),
    )
    t.is(lines.filter((one) => line.test(one)).length, 1, lines.join('\n'))
  }
})
