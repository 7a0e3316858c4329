import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Knex } from 'knex'
import { connectDatabase } from '../connection/connect.ts'
import { type Dialect, parseDatabaseUrl } from '../connection/connection.ts'
import { openSqliteReadOnly } from '../connection/sqlite-read-only.ts'
import { withDeadline } from '../../../plugin/concurrency/deadline.ts'
import { databaseFault } from '../sql-error.ts'
import { findTablesMade, listTables, ownTables, sharedTables } from './tables.ts'

/** Whose the tables of a database are. */
export interface DatabaseTables {
  readonly engine: Dialect
  /** Absolute path; null for a server. */
  readonly file: string | null
  /** Postern's own. */
  readonly own: readonly string[]
  /** Of `session` and `users`, those that Postern made. */
  readonly made: readonly string[]
  readonly foreign: readonly string[]
}

/** Another program may hold the database, SQLite itself while it recovers a journal: who removes waits for it. */
export const BUSY_TIMEOUT_MS = 10_000

/**
 * Looks at the database without creating or changing anything; a file that is missing has no tables. Throws StoreUnavailable
 * when it cannot be read.
 */
export async function inspectDatabase(url: string, timeoutMs: number): Promise<DatabaseTables> {
  const target = parseDatabaseUrl(url)
  const file = target.dialect === 'sqlite' ? resolve(target.path) : null
  const path = { engine: target.dialect, file }
  if (file !== null && !existsSync(file)) return { ...path, own: [], made: [], foreign: [] }
  const limits = {
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    acquireTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
  }
  const { knex, close } =
    file === null
      ? connectDatabase(target, limits)
      : await openSqliteReadOnly(file, BUSY_TIMEOUT_MS)
  try {
    const sorted = sortTables(knex, target.dialect)
    return { ...path, ...(await withDeadline(sorted, timeoutMs)) }
  } catch (error) {
    throw databaseFault(error, '')
  } finally {
    await close()
  }
}

/** The tables by whose they are. */
export async function sortTables(
  knex: Knex,
  dialect: Dialect,
): Promise<Pick<DatabaseTables, 'own' | 'made' | 'foreign'>> {
  const tables = await listTables({ knex, dialect })
  const isMade = await findTablesMade(knex, tables)
  return {
    own: tables.filter((name) => isMade.has(name) && ownTables.has(name)),
    made: tables.filter((name) => isMade.has(name) && sharedTables.has(name)),
    foreign: tables.filter((name) => !isMade.has(name)),
  }
}
