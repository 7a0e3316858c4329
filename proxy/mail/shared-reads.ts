/** Lets requests for the same thing share one answer. */
export interface SharedReads<Result> {
  /**
   * Joins a read of the same key that has not begun yet, or starts one. `read` calls `begin` before
   * it sends anything: an answer asked for earlier than a request must not serve it.
   */
  join(key: string, read: (begin: () => void) => Promise<Result>): Promise<Result>
}

/** Holds only reads that wait for their turn, so at most one per key. */
export function createSharedReads<Result>(): SharedReads<Result> {
  const waiting = new Map<string, Promise<Result>>()
  return {
    join: (key, read) => {
      const known = waiting.get(key)
      if (known !== undefined) return known
      const begin = () => {
        waiting.delete(key)
      }
      const started = read(begin).finally(begin)
      waiting.set(key, started)
      return started
    },
  }
}
