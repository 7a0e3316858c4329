import type { Database } from '../database/database.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import type { Spool } from '../spool/spool.ts'

interface SessionCollectionOptions {
  readonly database: Database
  readonly spool: Spool
  readonly everyMs: number
  readonly log: StoreLog
}

const rowsPerBatch = 200

/**
 * The removal of expired rows and old tombstones, off every request's path, by a timer. A pass that
 * meets a locked database ends and leaves the rest to the next one.
 */
export function createSessionCollection(options: SessionCollectionOptions) {
  const { database, spool, everyMs, log } = options
  let isClosed = false
  let pass: Promise<void> | undefined
  const timer = setInterval(() => {
    collect().catch((err: unknown) => {
      log.error({ err }, 'collection failed: the next pass tries again')
    })
  }, everyMs)
  timer.unref()

  /** One full pass, in small batches; also run by the timer. */
  function collect(): Promise<void> {
    pass ??= collectAll().finally(() => {
      pass = undefined
    })
    return pass
  }

  async function collectAll(): Promise<void> {
    try {
      await spool.collect()
      while (!isClosed && (await database.collect(rowsPerBatch)) === rowsPerBatch) continue
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      log.info({ code: error.engineCode }, 'collection put off: a store does not answer')
    }
  }

  return {
    collect,
    async close() {
      isClosed = true
      clearInterval(timer)
      await pass
    },
  }
}
