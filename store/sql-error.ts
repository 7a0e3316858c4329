import { StoreUnavailable } from './errors.ts'
import { sqliteCodeOf } from './sqlite-fault.ts'

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

function codeOf(error: unknown): string {
  const sqlite = sqliteCodeOf(error)
  if (sqlite !== undefined && isSqlite(error)) return sqlite
  if (!(error instanceof Error)) return ''
  if ('errno' in error && typeof error.errno === 'number') return String(error.errno)
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
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
  const words = error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '')
  return words.replace(/^SQLITE_[A-Z]+: /, '')
}
