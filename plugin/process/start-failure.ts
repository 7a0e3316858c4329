import { InvalidSetting } from '../config/invalid-setting.ts'
import { EX_CONFIG, EX_IOERR, EX_SOFTWARE, EX_TEMPFAIL } from './exit-codes.ts'
import { MissingDriver, StoreUnavailable } from '../../store/index.ts'

/** What a process that cannot start says on standard error, and its exit code (sysexits.h). */
export interface StartFailure {
  readonly lines: readonly string[]
  readonly exitCode: number
}

/**
 * Of a fault that is neither in the command line nor in the configuration: a line or two for what an administrator
 * can mend; the stack only for what no one expected.
 */
export function startFailure(error: unknown): StartFailure {
  if (error instanceof MissingDriver) return { lines: [error.message], exitCode: EX_CONFIG }
  if (error instanceof InvalidSetting) {
    return { lines: [error.message], exitCode: settingCode(error.cause) }
  }
  if (error instanceof StoreUnavailable) return spoolFailure(error)
  if (isAboutFile(error)) return { lines: [`dataDir: ${error.message}`], exitCode: EX_IOERR }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { lines: [message], exitCode: EX_SOFTWARE }
}

/** A secret that others can read gets no better by trying again; a disk or an address may. */
function settingCode(cause: unknown): number {
  if (isAboutFile(cause)) return EX_IOERR
  return isAboutAddress(cause) ? EX_TEMPFAIL : EX_CONFIG
}

/** Only the spool is needed for a start. */
function spoolFailure({ engineCode, cause }: StoreUnavailable): StartFailure {
  if (engineCode === '5') {
    const line = 'dataDir: another process holds the spool; each Postern needs a dataDir of its own'
    return { lines: [line], exitCode: EX_TEMPFAIL }
  }
  const reason = cause instanceof Error ? cause.message : engineCode
  return { lines: [`dataDir: the spool cannot be opened: ${reason}`], exitCode: EX_IOERR }
}

/** An error of the system about a file: read-only, full, not ours. Its words name the path. */
function isAboutFile(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** An error of the system about an address to listen at: taken, not of this machine, not allowed. */
function isAboutAddress(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
