import type { Dialect } from './connection/connection.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import { sqliteCodeOf } from '../sql/sqlite-fault.ts'
import { DeadlineExceeded } from '../../plugin/concurrency/deadline.ts'

/** A failed statement: the engine's code and text, and the SQL with placeholders, never the values. */
export class SqlError extends Error {
  override readonly name = 'SqlError'
  /** The engine's numeric or SQLSTATE code; empty when the database gave no detail (spec 7). */
  readonly code: string
  readonly text: string
  readonly sql: string

  constructor(
    failure: { readonly code: string; readonly text: string; readonly sql: string },
    options?: ErrorOptions,
  ) {
    super(`[${failure.code}] ${failure.text}`, options)
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
  const own = new SqlError(failure, systemCauseOf(error))
  return new StoreUnavailable('database', failure.code || 'unknown', own)
}

/** The system's code of a failed connection says more than the engine's: what to look at. */
function systemCauseOf(error: unknown): ErrorOptions {
  if (!(error instanceof Error) || !('code' in error)) return {}
  const { code } = error
  if (typeof code !== 'string' || !(code in connectionCodes.network)) return {}
  return { cause: Object.assign(new Error(code), { code }) }
}

/** The fault naming this statement, where none was known yet: it failed before it could begin. */
export function withSql(fault: StoreUnavailable, sql: string): StoreUnavailable {
  return fault.cause instanceof SqlError && fault.cause.sql === '' ? naming(fault, sql) : fault
}

/** The fault without a statement: what failed is none that a caller requested. */
export function withoutSql(fault: StoreUnavailable): StoreUnavailable {
  return naming(fault, '')
}

function naming(fault: StoreUnavailable, sql: string): StoreUnavailable {
  const { cause, store, engineCode } = fault
  if (!(cause instanceof SqlError)) return fault
  const { code, text } = cause
  return new StoreUnavailable(
    store,
    engineCode,
    new SqlError({ code, text, sql }, { cause: cause.cause }),
  )
}

/** Whether someone else holds what the statement needed: it would have been taken a moment later. */
export function isLocked({ engineCode }: StoreUnavailable): boolean {
  return lockCodes.has(engineCode)
}

/** SQLite: BUSY, LOCKED. MySQL: lock wait timeout. PostgreSQL: lock not available. */
const lockCodes: ReadonlySet<string> = new Set(['5', '6', '1205', '55P03'])

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

/** Whether a statement failed because its table, or the whole content of the database, is missing. */
export function isTableMissing(code: string, dialect: Dialect): boolean {
  return missingTableCodes[dialect].has(code)
}

const missingTableCodes: Readonly<Record<Dialect, ReadonlySet<string>>> = {
  // SQLITE_ERROR has no finer code for it; looking for the tables again does no harm.
  sqlite: new Set(['1']),
  // No such table, no database selected, unknown database.
  mysql: new Set(['1146', '1046', '1049']),
  // undefined_table, undefined_column, invalid_schema_name.
  postgres: new Set(['42P01', '42703', '3F000']),
}

/** SQLSTATE classes of the SQL standard: data exception, integrity constraint violation. */
const refusedClasses = /^2[23][0-9A-Z]{3}$/

function codeOf(error: unknown): string {
  if (isTimeout(error)) return 'timeout'
  const sqlite = sqliteCodeOf(error)
  if (sqlite !== undefined && isSqlite(error)) return sqlite
  if (!(error instanceof Error)) return ''
  const { network } = connectionCodes
  if ('code' in error && typeof error.code === 'string' && error.code in network) {
    return network[error.code] ?? ''
  }
  // The system's numbers are negative, and its names and Node's are no codes of a database.
  if ('errno' in error && typeof error.errno === 'number' && error.errno > 0) {
    return String(error.errno)
  }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return sqlState.test(code) ? code : ''
}

/**
 * Drivers report the system's errors, each in its own way. The SQL standard has codes for both cases:
 * there is no connection (08001), and there is none any more (08006).
 */
const connectionCodes: {
  readonly network: Readonly<Record<string, string>>
  readonly message: Readonly<Record<string, string>>
} = {
  network: {
    ECONNREFUSED: '08001',
    EHOSTUNREACH: '08001',
    ENETUNREACH: '08001',
    ENOTFOUND: '08001',
    EAI_AGAIN: '08001',
    ENOENT: '08001',
    EACCES: '08001',
    ECONNRESET: '08006',
    EPIPE: '08006',
    PROTOCOL_CONNECTION_LOST: '08006',
  },
  message: {
    '08001': 'unable to connect to the database server',
    '08006': 'connection to the database server lost',
  },
}

/** Five digits and capitals (ISO 9075); some names of the system have five capitals. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/** Our own limit, that of a connection from knex's pool, or the driver's of the connection itself. */
function isTimeout(error: unknown): boolean {
  if (error instanceof DeadlineExceeded) return true
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
  // The text of knex itself points to a bug in the program.
  if (isPoolTimeout(error)) return 'no connection was free in time'
  const message = connectionCodes.message[codeOf(error)]
  if (message !== undefined) return message
  const reason = error.message.slice(error.message.lastIndexOf(' - ') + 1).replace(/^- /, '')
  // MySQL quotes the value it refuses, which may be a user's name.
  return reason
    .replace(/^SQLITE_[A-Z]+: /, '')
    .replace(/(value: |[Dd]uplicate entry )'.*' for /, "$1'…' for ")
}
