import { untilAborted } from './waiting-limit.ts'

/** Lets requests for the same thing share one answer. */
export interface SharedReads<Result> {
  /**
   * Joins a read of the same key that has not begun yet, or starts one. `read` calls `begin` before
   * it sends anything: an answer asked for earlier than a request must not serve it. Its signal aborts
   * once everybody who joined has left; until then it does not matter who started it.
   */
  join(key: string, caller: AbortSignal, read: Read<Result>): Promise<Result>
  /** As `join`, also one that has begun: for who uses nothing of the answer that ever changes. */
  joinBegun(key: string, caller: AbortSignal, read: Read<Result>): Promise<Result>
}

type Read<Result> = (begin: () => void, signal: AbortSignal) => Promise<Result>

/** Holds reads until they are answered: of each key one that waits for its turn, and the one that began last. */
export function createSharedReads<Result>(closing: AbortSignal): SharedReads<Result> {
  const waiting = new Map<string, SharedRead<Result>>()
  const begun = new Map<string, SharedRead<Result>>()

  function start(key: string, read: Read<Result>): SharedRead<Result> {
    const deserted = new AbortController()
    // Whoever asks from now on starts another one.
    const begin = () => {
      if (waiting.get(key) !== started) return
      waiting.delete(key)
      begun.set(key, started)
    }
    const end = () => {
      for (const held of [waiting, begun]) if (held.get(key) === started) held.delete(key)
    }
    const leave = () => {
      end()
      deserted.abort()
    }
    const started: SharedRead<Result> = {
      callers: 0,
      leave,
      answer: Promise.resolve()
        .then(() => read(begin, AbortSignal.any([closing, deserted.signal])))
        .finally(end),
    }
    waiting.set(key, started)
    return started
  }

  async function answerOf(shared: SharedRead<Result>, caller: AbortSignal): Promise<Result> {
    shared.callers += 1
    try {
      return await untilAborted(shared.answer, caller)
    } finally {
      shared.callers -= 1
      if (shared.callers === 0) shared.leave()
    }
  }

  return {
    join: (key, caller, read) => answerOf(waiting.get(key) ?? start(key, read), caller),
    joinBegun: (key, caller, read) =>
      answerOf(begun.get(key) ?? waiting.get(key) ?? start(key, read), caller),
  }
}

interface SharedRead<Result> {
  readonly answer: Promise<Result>
  /** How many still wait for the answer. */
  callers: number
  /** The last one has gone. */
  readonly leave: () => void
}
