import { StoreUnavailable } from './errors.ts'

/** SQLite's primary result codes that ask for a decision (sqlite.org/rescode.html). */
export const sqliteCode = {
  busy: '5',
  corrupt: '11',
  cantOpen: '14',
  notADatabase: '26',
} as const

/** Numeric result code of an error of sqlite3 as text, or undefined for any other error. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error)) return undefined
  // An extended code carries the primary one in its low byte.
  return typeof error.errno === 'number' ? String(error.errno & 0xff) : undefined
}

/** Whether the file's content can no longer be trusted. */
export function isDamaged(code: string | undefined): boolean {
  return code === sqliteCode.corrupt || code === sqliteCode.notADatabase
}

/** An error of the spool's engine as the store's own. */
export function spoolFault(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  return new StoreUnavailable('spool', sqliteCodeOf(error) ?? 'unknown', error)
}
