/** Runs the work once all earlier work of the same key has ended, however it ended. Resolves with its outcome. */
export type KeyedMutex = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>

/** Work of one key runs one after the other, so that what it reads and then writes belongs together. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const turn = before === undefined ? work() : before.then(work, work)
    last.set(key, turn)
    try {
      return await turn
    } finally {
      if (last.get(key) === turn) last.delete(key)
    }
  }
}
