/** Gathers calls while a batch of them is under way. */
export interface Batches<Item, Result> {
  /** Settles with what the batch of the item comes to. */
  add(item: Item): Promise<Result>
  /** Items that no batch has yet. */
  readonly queued: number
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

interface BatchesOptions<Item, Result> {
  readonly maxItems: number
  /** Does the work of a whole batch; its response reports what it came to for each item. */
  readonly work: (items: readonly Item[]) => Promise<(item: Item) => Result>
  /** Gathers before the first batch as well. */
  readonly gather?: () => Promise<unknown>
  /** Whether those that gathered meanwhile would meet the fault of a batch too, only later: they fail with it at once. */
  readonly failsAll?: boolean
}

interface Waiter<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (reason: unknown) => void
}

/** One batch at a time, so that no item waits for a timer and a burst shares its work. */
export function createBatches<Item, Result>(
  options: BatchesOptions<Item, Result>,
): Batches<Item, Result> {
  const { maxItems, work, gather, failsAll = false } = options
  let waiting: Waiter<Item, Result>[] = []
  let running: Promise<void> | undefined

  // Never rejects: every failure goes to the waiters of its batch.
  async function runAll(): Promise<void> {
    await gather?.()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems)
      waiting = waiting.slice(batch.length)
      await settle(batch)
    }
    running = undefined
  }

  async function settle(batch: readonly Waiter<Item, Result>[]): Promise<void> {
    try {
      const resultOf = await work(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(resultOf(item))
    } catch (error) {
      const affected = failsAll ? [...batch, ...waiting] : batch
      if (failsAll) waiting = []
      for (const { reject } of affected) reject(error)
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= runAll()
      }),
    get queued() {
      return waiting.length
    },
    settled: async () => running,
  }
}
