import { StoreUnavailable } from '../fault/unavailable.ts'
import { createBatches } from '../sql/batches.ts'

/** Gathers writes into transactions; a write is acknowledged once its transaction is on the disk. */
export interface GroupCommit<Write> {
  /** Resolves after COMMIT. Throws StoreUnavailable when the queue is full or the transaction failed. */
  add(write: Write): Promise<void>
  readonly queued: number
  /** Refuses new writes and resolves when all accepted ones are settled. */
  close(): Promise<void>
}

interface GroupCommitOptions<Write> {
  /** Whose transactions they are, for the faults. */
  readonly store: StoreUnavailable['store']
  /** Runs one transaction: all of the writes or, when it throws, none. */
  readonly commit: (writes: readonly Write[]) => Promise<void>
  readonly maxWritesPerCommit: number
  readonly maxQueuedWrites: number
}

/**
 * While one transaction is on its way to the disk the next one gathers, so no write waits for a timer
 * and a burst shares its fsync. A lone write leaves with the end of the tick.
 */
export function createGroupCommit<Write>({
  store,
  commit,
  maxWritesPerCommit,
  maxQueuedWrites,
}: GroupCommitOptions<Write>): GroupCommit<Write> {
  let isClosed = false
  const batches = createBatches<Write, undefined>({
    maxItems: maxWritesPerCommit,
    gather: () => new Promise((resolve) => setImmediate(resolve)),
    work: async (writes) => {
      await commit(writes)
      return () => undefined
    },
  })

  return {
    add(write) {
      if (isClosed) return Promise.reject(new StoreUnavailable(store, 'closed', undefined))
      if (batches.queued >= maxQueuedWrites) {
        return Promise.reject(new StoreUnavailable(store, 'queue_full', undefined))
      }
      return batches.add(write)
    },
    get queued() {
      return batches.queued
    },
    async close() {
      isClosed = true
      await batches.settled()
    },
  }
}
