import type { DrainBatch } from '../spool/drain-batch.ts'
import type { DatabaseErrorReport } from './error-report.ts'
import type { RequestOrigin } from '../record/request-origin.ts'

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
