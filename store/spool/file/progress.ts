import { randomUUID } from 'node:crypto'
import { integer, optionalInteger, text } from '../../sql/row.ts'
import type { Sqlite } from '../../sql/sqlite.ts'

/** How far the shared database is known to be, so that another database, or an old copy, is recognised. */
export interface SpoolProgress {
  /** Names this spool among all that write to the database. */
  readonly writer: string
  /** Transactions of this spool that the database has acknowledged. */
  readonly mark: number
  /** Transactions the spool itself has committed, the same in its copy. */
  readonly commits: number
  /** Unix ms at which the database was last found to lack what it had acknowledged. */
  readonly lackedAt: number | undefined
}

/** The table of the one row; in the spool, because a restart must not forget it. */
export const progressTable = `CREATE TABLE IF NOT EXISTS progress (
  id INTEGER PRIMARY KEY CHECK (id = 1), writer TEXT NOT NULL, mark INTEGER NOT NULL DEFAULT 0,
  lacked INTEGER, commits INTEGER NOT NULL DEFAULT 0,
  personal_whole INTEGER NOT NULL DEFAULT 0
)`

/** Reads the row; a new spool gets one with a name of its own. */
export async function readProgress(sqlite: Sqlite): Promise<SpoolProgress> {
  await sqlite.run('INSERT OR IGNORE INTO progress (id, writer) VALUES (1, ?)', [randomUUID()])
  const [row] = await sqlite.all('SELECT writer, mark, lacked, commits FROM progress')
  if (row === undefined) throw new TypeError('the spool has no row of its progress')
  return {
    writer: text(row, 'writer'),
    mark: integer(row, 'mark'),
    commits: integer(row, 'commits'),
    lackedAt: optionalInteger(row, 'lacked'),
  }
}

/** Numbers a transaction of the spool. To be called in it. */
export function writeCommits(sqlite: Sqlite, commits: number): Promise<void> {
  return sqlite.run('UPDATE progress SET commits = ?', [commits])
}

/** Notes what the database acknowledged. To be called in a transaction. */
export function writeMark(sqlite: Sqlite, mark: number): Promise<void> {
  return sqlite.run('UPDATE progress SET mark = ? WHERE mark < ?', [mark, mark])
}

/** Queues everything for the database again, and notes when. To be called in a transaction. */
export async function requeueAll(sqlite: Sqlite, at: number): Promise<void> {
  for (const table of ['pending', 'tombstone', 'user', 'document', 'personal']) {
    await sqlite.run(`UPDATE ${table} SET drained = 0 WHERE drained = 1`)
  }
  await sqlite.run('UPDATE progress SET lacked = ?', [at])
}
