import { untilAborted } from './waiting-limit.ts'

/** Lets requests for the same thing share one answer. */
export interface SharedReads<Result> {
  /**
   * Joins a read of the same key that has not begun yet, or starts one. `read` calls `begin` before
   * it sends anything: an answer asked for earlier than a request must not serve it. Its signal aborts
   * once everybody who joined has left; until then it does not matter who started it.
   */
  join(
    key: string,
    caller: AbortSignal,
    read: (begin: () => void, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result>
}

/** Holds only reads that wait for their turn, so at most one per key. */
export function createSharedReads<Result>(closing: AbortSignal): SharedReads<Result> {
  const waiting = new Map<string, SharedRead<Result>>()

  function start(
    key: string,
    read: (begin: () => void, signal: AbortSignal) => Promise<Result>,
  ): SharedRead<Result> {
    const deserted = new AbortController()
    // Whoever asks from now on starts another one.
    const begin = () => {
      if (waiting.get(key) === started) waiting.delete(key)
    }
    const leave = () => {
      begin()
      deserted.abort()
    }
    const started: SharedRead<Result> = {
      callers: 0,
      leave,
      answer: Promise.resolve()
        .then(() => read(begin, AbortSignal.any([closing, deserted.signal])))
        .finally(begin),
    }
    waiting.set(key, started)
    return started
  }

  return {
    async join(key, caller, read) {
      const shared = waiting.get(key) ?? start(key, read)
      shared.callers += 1
      try {
        return await untilAborted(shared.answer, caller)
      } finally {
        shared.callers -= 1
        if (shared.callers === 0) shared.leave()
      }
    },
  }
}

interface SharedRead<Result> {
  readonly answer: Promise<Result>
  /** How many still wait for the answer. */
  callers: number
  /** The last one has gone. */
  readonly leave: () => void
}
