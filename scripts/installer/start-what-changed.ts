import { waitUntilReady } from './health-gate.ts'
import type { InstallOptions } from './options.ts'
import type { Prepared } from './prepare-installation.ts'
import type { Transaction } from './transaction.ts'

/**
 * Starts Postern, or restarts it when something changed under it, and waits until it is ready. Resolves to
 * whether it did; throws NotReady, CommandFailed, or the reason of an abort.
 */
export async function startWhatChanged(
  { service, config }: Prepared,
  transaction: Transaction,
  { startsService, healthMs }: InstallOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!startsService) return false
  if (transaction.wasRunning && !transaction.hasChanged()) return false
  if (transaction.wasRunning) await service.restart()
  else await service.start()
  await waitUntilReady({ address: config.private, service, withinMs: healthMs, signal })
  return true
}
