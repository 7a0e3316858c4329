import { setFlagsFromString } from 'node:v8'
import { loadConfig } from './config/config.ts'
import { withServerPasswords } from './config/secrets/server-passwords.ts'
import { onReloadSignal, stopSignal } from './process/listen.ts'
import { createServiceManager } from './process/service-manager.ts'
import type { TuningChanges } from './tuning.ts'
import { startPostern, type RunningPostern } from './start.ts'

/** Percent by which the heap outgrows what was alive in it before it is collected again. */
const HEAP_GROWTH_PERCENT = 50

/**
 * Serves from the start to the signal that ends it. The configuration file is read for the start, and again for each
 * reload. `tuning` holds constants that a test sets otherwise. Throws ConfigFault, and what startPostern throws.
 */
export async function serve(file: string, tuning?: TuningChanges): Promise<void> {
  const readConfig = async () => withServerPasswords(await loadConfig(file, process.env))
  const config = await readConfig()
  limitHeapGrowth()
  // From before it listens: a signal in between would end it without a word to whom it serves already.
  const stopped = stopSignal()
  const manager = createServiceManager({
    environment: process.env,
    pid: process.pid,
    onFailed: (error) => process.stderr.write(`systemd cannot be told: ${String(error)}\n`),
  })
  const served: { by?: RunningPostern } = {}
  onReloadSignal(async () => {
    // A start reads its files anyway, and the signal would end it.
    const { by: serving } = served
    if (serving === undefined) return
    await manager.reloading()
    await serving.reload(readConfig)
    await manager.ready(`listening on ${serving.address}`)
  })
  const postern = await startPostern(config, { tuning })
  served.by = postern
  process.stdout.write(`listening on ${postern.address}\n`)
  await manager.ready(`listening on ${postern.address}`)
  await stopped
  await manager.stopping()
  await postern.stop()
}

/**
 * Holds this process near what it needs: left to itself, V8 lets garbage of sign-ins and first lists
 * take as much memory as everything that is alive. Read by V8 at each collection, for all threads.
 */
function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}
