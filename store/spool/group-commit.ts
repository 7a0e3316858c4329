import { StoreUnavailable } from '../fault/unavailable.ts'

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

interface Waiter<Write> {
  readonly write: Write
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
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
  let waiting: Waiter<Write>[] = []
  let running: Promise<void> | undefined
  let isClosed = false

  function add(write: Write): Promise<void> {
    if (isClosed) return Promise.reject(new StoreUnavailable(store, 'closed', undefined))
    if (waiting.length >= maxQueuedWrites) {
      return Promise.reject(new StoreUnavailable(store, 'queue_full', undefined))
    }
    return new Promise((resolve, reject) => {
      waiting.push({ write, resolve, reject })
      running ??= commitAll()
    })
  }

  async function commitAll(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxWritesPerCommit)
      waiting = waiting.slice(batch.length)
      await settle(batch)
    }
    running = undefined
  }

  async function settle(batch: readonly Waiter<Write>[]): Promise<void> {
    try {
      await commit(batch.map(({ write }) => write))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    add,
    get queued() {
      return waiting.length
    },
    async close() {
      isClosed = true
      await running
    },
  }
}
