import { StoreUnavailable } from './errors.ts'
import { sqliteCodeOf } from './sqlite-fault.ts'
import { TimeLimitReached } from './time-limit.ts'

/** A failed statement: the engine's code and words, and the SQL with placeholders, never the values. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The engine's numeric or SQLSTATE code; empty when the database gave no detail (spec 7). */
  readonly code: string
  readonly text: string
  readonly sql: string

  constructor(failure: { readonly code: string; readonly text: string; readonly sql: string }) {
    super(`[${failure.code}] ${failure.text}`)
    this.code = failure.code
    this.text = failure.text
    this.sql = failure.sql
  }
}

/**
 * Any failure of the shared database as StoreUnavailable with a SqlError as its cause. The driver's own
 * error is left behind on purpose: knex and PostgreSQL put values into theirs.
 */
export function databaseFault(error: unknown, sql: string): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const failure = { code: codeOf(error), text: textOf(error), sql }
  return new StoreUnavailable('database', failure.code || 'unknown', new SqlError(failure))
}

/** A fault of the record, not of the database: the same values will be refused again, others may pass. */
export interface RecordRefused extends StoreUnavailable {
  readonly cause: SqlError
}

/** Whether the database refused what a record holds. Anything else may be over by the next attempt. */
export function isRecordRefused(error: unknown): error is RecordRefused {
  return (
    error instanceof StoreUnavailable &&
    error.cause instanceof SqlError &&
    (refusedValues.has(error.cause.code) || refusedClasses.test(error.cause.code))
  )
}

const refusedValues: ReadonlySet<string> = new Set([
  // SQLite (sqlite.org/rescode.html): TOOBIG, CONSTRAINT, MISMATCH.
  ...['18', '19', '20'],
  // MySQL and MariaDB: too long, out of range, wrong characters, wrong time, no default, NULL.
  ...['1406', '1264', '1366', '1292', '1364', '1048'],
  // Duplicate of another unique key, foreign keys, CHECK of either, SIGNAL of a trigger.
  ...['1062', '1216', '1452', '3819', '4025', '1644'],
  // Characters that the column's collation cannot compare.
  ...['1267', '1271', '3988'],
  // PostgreSQL: RAISE of a trigger, a value too large for an index.
  ...['P0001', '54000'],
])

/** SQLSTATE classes of the SQL standard: data exception, integrity constraint violation. */
const refusedClasses = /^2[23][0-9A-Z]{3}$/

function codeOf(error: unknown): string {
  if (isTimeout(error)) return 'timeout'
  const sqlite = sqliteCodeOf(error)
  if (sqlite !== undefined && isSqlite(error)) return sqlite
  if (!(error instanceof Error)) return ''
  if ('errno' in error && typeof error.errno === 'number') return String(error.errno)
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Our own limit, that of a connection from knex's pool, or the driver's of the connection itself. */
function isTimeout(error: unknown): boolean {
  if (error instanceof TimeLimitReached) return true
  if (!(error instanceof Error)) return false
  const isOfSocket = 'code' in error && error.code === 'ETIMEDOUT'
  return isOfSocket || isPoolTimeout(error) || isPostgresTimeout(error)
}

/** pg gives the limit of its connection neither a code nor a name (pg, lib/client.js). */
function isPostgresTimeout(error: Error): boolean {
  return error.message === 'timeout expired'
}

/** Every connection of knex's pool was in use, or none came about. */
function isPoolTimeout(error: Error): boolean {
  return error.name === 'KnexTimeoutError'
}

/** MySQL's errors carry `errno` too, but not SQLite's names. */
function isSqlite(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('SQLITE_')
  )
}

/** knex prefixes the statement, sqlite3 the code's name: `<sql> - SQLITE_BUSY: database is locked`. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  // knex's own words ask the reader for a bug in the program.
  if (isPoolTimeout(error)) return 'no connection was free in time'
  const words = error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '')
  // MySQL quotes the value it refuses, which may be somebody's name.
  return words
    .replace(/^SQLITE_[A-Z]+: /, '')
    .replace(/(value: |[Dd]uplicate entry )'.*' for /, "$1'…' for ")
}
