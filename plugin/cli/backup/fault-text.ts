import { BackupFault, StoreUnavailable } from '../../../store/index.ts'
import { EX_UNAVAILABLE } from '../../process/exit-codes.ts'
import { systemErrorCode } from '../../config/system-error.ts'
import type { CommandIo } from '../command/command.ts'

/** Runs a backup or a restore; what an administrator can mend is said in a sentence. */
export async function sayingFaults(
  io: CommandIo,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<number> {
  const signal = io.interruption()
  try {
    return await work(signal)
  } catch (error) {
    const message = signal.aborted ? 'interrupted: nothing was changed' : faultText(error)
    if (message === undefined) throw error
    io.complain(`${message}\n`)
    return EX_UNAVAILABLE
  }
}

/** undefined for what no one expected. */
function faultText(error: unknown): string | undefined {
  if (error instanceof StoreUnavailable) {
    const { cause, store, message } = error
    return cause instanceof Error ? `${store}: ${cause.message}` : message
  }
  const isKnown = error instanceof BackupFault || systemErrorCode(error) !== undefined
  return isKnown && error instanceof Error ? error.message : undefined
}
