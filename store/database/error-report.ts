import type { StoreUnavailable } from '../fault/unavailable.ts'
import type { RequestOrigin } from '../record/request-origin.ts'
import { SqlError } from './sql-error.ts'
import { sqliteWords } from '../sql/sqlite-fault.ts'
import type { DrainBatch } from '../spool/drain-batch.ts'

/**
 * What the error log needs for a `DB Error` line (spec 7): the SQL has placeholders, never values. Code and
 * text are the engine's, or stand in `ownWords`; all empty where a database gave no detail.
 */
export interface DatabaseErrorReport {
  readonly code: string
  readonly text: string
  readonly sql: string
  /** The request whose record or question was refused; undefined for what no request is behind. */
  readonly origin: RequestOrigin | undefined
}

/** The report of a fault of any store. */
export function databaseErrorReport(
  fault: StoreUnavailable | undefined,
  origin?: RequestOrigin,
): DatabaseErrorReport {
  if (fault === undefined) return { ...noDetail, origin }
  const { cause, engineCode } = fault
  if (cause instanceof SqlError) {
    const { code, text, sql } = cause
    return { code, text, sql, origin }
  }
  const text = sqliteWords(cause, engineCode) ?? ownWords[engineCode]
  return text === undefined ? { ...noDetail, origin } : { code: engineCode, text, sql: '', origin }
}

const noDetail = { code: '', text: '', sql: '' }

/** Where no engine has a code: our own (plugin/docs/admin-guide.md, "Troubleshooting by log line"). */
const ownWords: Readonly<Record<string, string>> = {
  breaker_open: 'redis did not answer and is not asked for a while',
  closed: 'the store is closing',
  full: 'the spool has reached limits.spoolBytes',
  in_doubt: 'redis may have lost the session',
  queue_full: 'too many writes wait',
  timeout: 'no answer in time',
  unreachable: 'neither redis nor the database answers',
  user_id_taken: 'the user id belongs to somebody else',
}

/** The statements that write one record of each kind, as the error log shows them: with placeholders. */
export interface ShownStatements {
  readonly session: string
  readonly end: string
  readonly user: string
}

/**
 * What the error log gets of a transaction that was refused as a whole, e.g. for a lock: one report for
 * each request whose record is in it, with the statement of that record. Empty when no request is behind it.
 */
export function reportsByRequest(
  batch: DrainBatch,
  shown: ShownStatements,
  { code, text }: Pick<DatabaseErrorReport, 'code' | 'text'>,
): readonly DatabaseErrorReport[] {
  const reports = new Map<string, DatabaseErrorReport>()
  const add = (origin: RequestOrigin | undefined, sql: string): void => {
    if (origin === undefined || reports.has(origin.requestId)) return
    reports.set(origin.requestId, { code, text, sql, origin })
  }
  for (const { origin } of batch.sessions) add(origin, shown.session)
  for (const { origin } of batch.users) add(origin, shown.user)
  for (const { origin } of batch.ends) add(origin, shown.end)
  return [...reports.values()]
}

/** The request of a batch of one record. */
export function originOfOne({ sessions, users, ends }: DrainBatch): RequestOrigin | undefined {
  return [...sessions, ...users, ...ends][0]?.origin
}
