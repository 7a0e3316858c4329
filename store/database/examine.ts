import { connectDatabase } from './connection/connect.ts'
import { parseDatabaseUrl } from './connection/connection.ts'
import { integer, text } from '../sql/row.ts'
import { databaseFault } from './sql-error.ts'
import { openSqlite, type Sqlite } from '../sql/sqlite.ts'
import { isInWalMode } from '../sql/read-only-uri.ts'
import { isDamaged, sqliteCode, sqliteCodeOf } from '../sql/sqlite-fault.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'

/** An SQLite file as it lies there. */
export type SqliteExamination =
  | { readonly kind: 'missing' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'damaged'; readonly problem: string }
  | { readonly kind: 'readable'; readonly journalMode: string }

/** The shared database: a file, or a server that responded. */
export type DatabaseExamination =
  | { readonly kind: 'sqlite'; readonly path: string; readonly file: SqliteExamination }
  | { readonly kind: 'server' }

// Long enough for a writer to finish, short for a user who waits for the response.
const busyTimeoutMs = 500

/** Examines without creating or changing anything. Throws StoreUnavailable when a server does not answer. */
export async function examineDatabase(
  url: string,
  timeoutMs: number,
): Promise<DatabaseExamination> {
  const target = parseDatabaseUrl(url)
  if (target.dialect === 'sqlite') {
    return { kind: 'sqlite', path: target.path, file: await examineSqlite(target.path) }
  }
  const connection = connectDatabase(target, {
    busyTimeoutMs,
    acquireTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
  })
  try {
    await withDeadline(Promise.resolve(connection.knex.raw('SELECT 1')), timeoutMs)
    return { kind: 'server' }
  } catch (error) {
    throw databaseFault(error, 'SELECT 1')
  } finally {
    await connection.close()
  }
}

/** Reads the journal mode and lets SQLite check the file. */
export async function examineSqlite(path: string): Promise<SqliteExamination> {
  // By the file: SQLite reports none for a file that it opened as immutable.
  const isWal = await isInWalMode(path)
  return readSqlite(path, async (sqlite) => {
    const [checked] = await sqlite.all('PRAGMA quick_check(1)')
    const problem = checked === undefined ? 'no answer' : text(checked, 'quick_check')
    if (problem !== 'ok') return { kind: 'damaged', problem }
    if (isWal) return { kind: 'readable', journalMode: 'wal' }
    const [mode] = await sqlite.all('PRAGMA journal_mode')
    return { kind: 'readable', journalMode: mode === undefined ? '' : text(mode, 'journal_mode') }
  })
}

/** Rows of a spool no one has open that the shared database has not got; undefined when it cannot be read. */
export async function countWaiting(spoolPath: string): Promise<number | undefined> {
  let waiting: number | undefined
  await readSqlite(spoolPath, async (sqlite) => {
    const [row] = await sqlite.all(
      `SELECT (SELECT count(*) FROM pending WHERE drained = 0)
            + (SELECT count(*) FROM tombstone WHERE drained = 0)
            + (SELECT count(*) FROM user WHERE drained = 0)
            + (SELECT count(*) FROM document WHERE drained = 0)
            + (SELECT count(*) FROM personal WHERE drained = 0) AS waiting`,
    )
    if (row !== undefined) waiting = integer(row, 'waiting')
    return { kind: 'readable', journalMode: '' }
  })
  return waiting
}

async function readSqlite(
  path: string,
  read: (sqlite: Sqlite) => Promise<SqliteExamination>,
): Promise<SqliteExamination> {
  let sqlite: Sqlite | undefined
  try {
    sqlite = await openSqlite({ path, busyTimeoutMs, isReadOnly: true })
    return await read(sqlite)
  } catch (error) {
    const code = sqliteCodeOf(error)
    if (code === sqliteCode.busy) return { kind: 'locked' }
    if (code === sqliteCode.cantOpen) return { kind: 'missing' }
    if (isDamaged(code)) return { kind: 'damaged', problem: String(error) }
    throw error
  } finally {
    await sqlite?.close()
  }
}
