import { untilAborted } from './waiting.ts'

/** Callers that want the same thing share one run of the work, which ends once all of them have left. */
export interface AbortableFlight<Result> {
  /** Keys whose answer is not there yet. */
  readonly size: number
  has(key: string): boolean
  /**
   * Joins the work of the same key that has not started yet, or starts one. `work` calls `start` before
   * it asks anyone: a response requested earlier than a request must not serve it. Its signal aborts
   * once everybody who joined has left; until then it does not matter who started it.
   */
  join(key: string, caller: AbortSignal, work: Work<Result>): Promise<Result>
  /** As `join`, also one that has started: for who uses nothing of the response that changes meanwhile. */
  joinBegun(key: string, caller: AbortSignal, work: Work<Result>): Promise<Result>
}

type Work<Result> = (start: () => void, signal: AbortSignal) => Promise<Result>

interface AbortableFlightOptions {
  /** What a caller is told who leaves before the response; the reason of its signal unless told. */
  readonly stopped?: (signal: AbortSignal) => Error
  /** Ends all work. */
  readonly closing?: AbortSignal
  /** Work that everybody has left continues, and answers who asks meanwhile: it needs a time limit of its own. */
  readonly outlivesCallers?: boolean
}

/** Holds work until it is answered: of each key one that waits for its turn, and the one that began last. */
export function createAbortableFlight<Result>(
  options: AbortableFlightOptions,
): AbortableFlight<Result> {
  const { stopped, closing, outlivesCallers = false } = options
  const waiting = new Map<string, Flight<Result>>()
  const startedOne = new Map<string, Flight<Result>>()

  function start(key: string, work: Work<Result>): Flight<Result> {
    const deserted = new AbortController()
    // AbortSignal.any would do the same at many times the cost, for each list.
    const close = () => deserted.abort(closing?.reason)
    closing?.addEventListener('abort', close, { once: true })
    if (closing?.aborted === true) close()
    // Anyone who asks from now on starts another one.
    const start = () => {
      if (waiting.get(key) !== started) return
      waiting.delete(key)
      startedOne.set(key, started)
    }
    let isEnded = false
    const end = () => {
      isEnded = true
      closing?.removeEventListener('abort', close)
      for (const held of [waiting, startedOne]) if (held.get(key) === started) held.delete(key)
    }
    const leave = () => {
      // Behind a response there is nothing to stop, and an AbortError with its stack is not free.
      if (isEnded) return
      end()
      deserted.abort()
    }
    const started: Flight<Result> = {
      callers: 0,
      leave,
      answer: Promise.resolve()
        .then(() => work(start, deserted.signal))
        .finally(end),
    }
    waiting.set(key, started)
    return started
  }

  async function responseOf(flight: Flight<Result>, caller: AbortSignal): Promise<Result> {
    flight.callers += 1
    try {
      return await untilAborted(flight.answer, caller, stopped)
    } finally {
      flight.callers -= 1
      if (flight.callers === 0 && !outlivesCallers) flight.leave()
    }
  }

  return {
    get size() {
      return waiting.size + startedOne.size
    },
    has: (key) => waiting.has(key) || startedOne.has(key),
    join: (key, caller, work) => responseOf(waiting.get(key) ?? start(key, work), caller),
    joinBegun: (key, caller, work) =>
      responseOf(startedOne.get(key) ?? waiting.get(key) ?? start(key, work), caller),
  }
}

interface Flight<Result> {
  readonly answer: Promise<Result>
  /** How many still wait for the response. */
  callers: number
  /** The last one has gone. */
  readonly leave: () => void
}
