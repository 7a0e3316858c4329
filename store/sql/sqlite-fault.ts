import { StoreUnavailable } from '../fault/unavailable.ts'
import { systemErrorCode } from '../file/system-error.ts'

/** SQLite's primary result codes that ask for a decision (sqlite.org/rescode.html). */
export const sqliteCode = {
  busy: '5',
  readOnly: '8',
  corrupt: '11',
  cantOpen: '14',
  notADatabase: '26',
} as const

/** Numeric result code of an error of sqlite3 as text, or undefined for any other error. */
export function sqliteCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('errno' in error)) return undefined
  // The system's own errors have negative numbers. An extended code carries the primary in its low byte.
  if (typeof error.errno !== 'number' || error.errno <= 0) return undefined
  return String(error.errno & 0xff)
}

/** Whether the file's content can no longer be trusted. */
export function isDamaged(code: string | undefined): boolean {
  return code === sqliteCode.corrupt || code === sqliteCode.notADatabase
}

/** An error of the spool's engine, or of the system about its file, as the store's own. */
export function spoolFault(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  return new StoreUnavailable(
    'spool',
    sqliteCodeOf(error) ?? systemCodes[systemErrorCode(error) ?? ''] ?? 'unknown',
    error,
  )
}

/** The work's value; what it throws becomes a fault of the spool. */
export async function asSpoolFault<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    throw spoolFault(error)
  }
}

/** The text of SQLite for its own error, or for that of the system about its file; else undefined. */
export function sqliteWords(error: unknown, code: string): string | undefined {
  if (sqliteCodeOf(error) === undefined) return systemWords[code]
  return error instanceof Error ? error.message.replace(/^SQLITE_[A-Z]+: /, '') : undefined
}

/** SQLite says the same of its files by these codes: a log reader then has one word for each. */
const systemCodes: Readonly<Record<string, string>> = {
  EROFS: '8',
  EIO: '10',
  ENOSPC: '13',
  EDQUOT: '13',
  EACCES: '14',
  EPERM: '14',
  ENOENT: '14',
  ENOTDIR: '14',
  EISDIR: '14',
  EMFILE: '14',
  ENFILE: '14',
}

const systemWords: Readonly<Record<string, string>> = {
  '8': 'attempt to write a readonly database',
  '10': 'disk I/O error',
  '13': 'database or disk is full',
  '14': 'unable to open database file',
}
