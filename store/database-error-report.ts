import type { StoreUnavailable } from './errors.ts'
import { SqlError } from './sql-error.ts'

/** What the error log needs for a `DB Error` line (spec 7): the SQL has placeholders, never values. */
export interface DatabaseErrorReport {
  readonly code: string
  readonly text: string
  readonly sql: string
}

/** The report of a fault; empty where the database told no detail. */
export function databaseErrorReport(fault: StoreUnavailable | undefined): DatabaseErrorReport {
  const cause = fault?.cause
  if (!(cause instanceof SqlError)) return { code: '', text: '', sql: '' }
  const { code, text, sql } = cause
  return { code, text, sql }
}
