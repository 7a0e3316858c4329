import { dirname } from 'node:path'
import type { StoreLog } from '../../observer/observer.ts'
import { createPrivateFile, keepPrivate } from '../../file/private-file.ts'
import { integer, text, type SqlRow } from '../../sql/row.ts'
import { progressTable } from './progress.ts'
import { openSqlite, type Sqlite } from '../../sql/sqlite.ts'
import { areAllAsWritten, summedTables } from './checksum.ts'
import { sqliteCode } from '../../sql/sqlite-fault.ts'

// A second opener is refused after this wait; the writer itself never waits, since no one else may write.
const busyTimeoutMs = 200

const pragmas = [
  // EXCLUSIVE before WAL keeps the wal-index in memory and the file ours: a second process is refused.
  'PRAGMA locking_mode = EXCLUSIVE',
  'PRAGMA journal_mode = WAL',
  // NORMAL may roll back acknowledged commits after a power loss (SQLite, "PRAGMA synchronous").
  'PRAGMA synchronous = FULL',
  'PRAGMA wal_autocheckpoint = 1000',
  'PRAGMA journal_size_limit = 67108864',
]

// `drained`: 0 waits for the shared database, 1 is there, 2 was refused permanently (store/spool/dead-letters.ts).
const tables = [
  `CREATE TABLE IF NOT EXISTS pending (
     sess_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, queued INTEGER NOT NULL,
     drained INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, ip TEXT NOT NULL,
     changed INTEGER NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL, vars TEXT NOT NULL,
     origin TEXT, sum TEXT
   ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS pending_order ON pending (drained, seq)',
  'CREATE INDEX IF NOT EXISTS pending_expires ON pending (expires)',
  `CREATE TABLE IF NOT EXISTS tombstone (
     sess_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, queued INTEGER NOT NULL,
     drained INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, expires INTEGER NOT NULL,
     origin TEXT
   ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS tombstone_order ON tombstone (drained, seq)',
  'CREATE INDEX IF NOT EXISTS tombstone_expires ON tombstone (expires)',
  `CREATE TABLE IF NOT EXISTS user (
     username TEXT NOT NULL, mail_host TEXT NOT NULL, user_id INTEGER NOT NULL UNIQUE,
     seq INTEGER NOT NULL, queued INTEGER NOT NULL, drained INTEGER NOT NULL DEFAULT 0,
     created INTEGER NOT NULL, last_login INTEGER, failed_login INTEGER,
     failed_login_counter INTEGER NOT NULL DEFAULT 0, settings TEXT, settings_ms INTEGER,
     origin TEXT,
     PRIMARY KEY (username, mail_host)
   ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS user_order ON user (drained, seq)',
  `CREATE TABLE IF NOT EXISTS document (
     id TEXT PRIMARY KEY, seq INTEGER NOT NULL, queued INTEGER NOT NULL,
     drained INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, expires INTEGER NOT NULL,
     body TEXT NOT NULL
   ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS document_order ON document (drained, seq)',
  'CREATE INDEX IF NOT EXISTS document_expires ON document (expires)',
  `CREATE TABLE IF NOT EXISTS personal (
     id TEXT PRIMARY KEY, seq INTEGER NOT NULL, queued INTEGER NOT NULL,
     drained INTEGER NOT NULL DEFAULT 0, version INTEGER NOT NULL, removed INTEGER NOT NULL,
     bytes INTEGER NOT NULL, body TEXT NOT NULL, sum TEXT
   ) WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS personal_order ON personal (drained, seq)',
  'CREATE INDEX IF NOT EXISTS personal_usage ON personal (id, removed, version, bytes)',
  `CREATE TABLE IF NOT EXISTS personal_known (
     collection TEXT PRIMARY KEY, whole INTEGER NOT NULL
   ) WITHOUT ROWID`,
  `CREATE TABLE IF NOT EXISTS set_aside (
     seq INTEGER PRIMARY KEY, code TEXT NOT NULL, reason TEXT NOT NULL, at INTEGER NOT NULL
   )`,
  progressTable,
]

/** The highest sequence number in use, so that a new process counts on from there. */
export async function lastSequence(sqlite: Sqlite): Promise<number> {
  const [row] = await sqlite.all(
    `SELECT max(coalesce((SELECT max(seq) FROM pending), 0),
                coalesce((SELECT max(seq) FROM tombstone), 0),
                coalesce((SELECT max(seq) FROM user), 0),
                coalesce((SELECT max(seq) FROM document), 0),
                coalesce((SELECT max(seq) FROM personal), 0)) AS seq`,
  )
  return row === undefined ? 0 : integer(row, 'seq')
}

/**
 * Opens a file of the spool for this process alone, checks it and creates what is missing. Throws
 * SQLITE_BUSY when another process holds it, SQLITE_CORRUPT or SQLITE_NOTADB when it is damaged.
 */
export async function openSpoolFile(path: string, log: Pick<StoreLog, 'warn'>): Promise<Sqlite> {
  await createPrivateFile(path)
  await keepPrivate(path, { privateDirectory: dirname(path), log })
  const sqlite = await openSqlite({ path, busyTimeoutMs })
  try {
    for (const pragma of pragmas) await sqlite.run(pragma)
    // Takes the lock now: with EXCLUSIVE locking it is stored until the handle closes.
    await sqlite.run('BEGIN EXCLUSIVE')
    await sqlite.run('COMMIT')
    await checkIntegrity(await sqlite.all('PRAGMA quick_check(1)'))
    for (const statement of tables) await sqlite.run(statement)
    await addColumns(sqlite)
    await addSums(sqlite)
    if (!(await areAllAsWritten(sqlite))) throw damaged('a record is not as it was written')
    return sqlite
  } catch (error) {
    await sqlite.close()
    throw error
  }
}

/** What a spool of an earlier version does not have. */
const laterColumns = [
  ['user', 'settings', 'TEXT'],
  ['user', 'settings_ms', 'INTEGER'],
  ['user', 'origin', 'TEXT'],
  ['pending', 'origin', 'TEXT'],
  ['tombstone', 'origin', 'TEXT'],
  ['progress', 'personal_whole', 'INTEGER NOT NULL DEFAULT 0'],
] as const

async function addColumns(sqlite: Sqlite): Promise<void> {
  for (const [table, name, type] of laterColumns) {
    const columns = await sqlite.all(`PRAGMA table_info(${table})`)
    if (columns.some((column) => text(column, 'name') === name)) continue
    await sqlite.run(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`)
  }
}

/** Rows of an earlier version go without. */
async function addSums(sqlite: Sqlite): Promise<void> {
  for (const { table } of summedTables) {
    const columns = await sqlite.all(`PRAGMA table_info(${table})`)
    if (columns.some((column) => text(column, 'name') === 'sum')) continue
    await sqlite.run(`ALTER TABLE ${table} ADD COLUMN sum TEXT`)
  }
}

async function checkIntegrity(rows: readonly SqlRow[]): Promise<void> {
  const [row] = rows
  if (row !== undefined && text(row, 'quick_check') === 'ok') return
  throw damaged('integrity check failed')
}

function damaged(problem: string): Error {
  return Object.assign(new Error(problem), { errno: Number(sqliteCode.corrupt) })
}
