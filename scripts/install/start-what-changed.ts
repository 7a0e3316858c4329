import { waitUntilReady } from './service/health-check.ts'
import type { InstallOptions } from './machine/options.ts'
import type { Prepared } from './prepare.ts'
import type { Transaction } from './transaction.ts'

/**
 * Starts Postern, or restarts it when something changed under it or its socket is not as configured, and
 * waits until it is ready. Resolves to
 * whether it did; throws NotReady, CommandFailed, or the reason of an abort.
 */
export async function startWhatChanged(
  { service, config }: Prepared,
  transaction: Transaction,
  { startsService, healthMs }: InstallOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!startsService) return false
  const isDue = transaction.hasChanged() || (await service.hasOldSocket())
  if (transaction.wasRunning && !isDue) return false
  if (transaction.wasRunning) await service.restart()
  else await service.start()
  await waitUntilReady({ address: config.private, service, withinMs: healthMs, signal })
  return true
}
