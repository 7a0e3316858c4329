/**
 * The promise, or a rejection as soon as the signal aborts; the work itself continues. `stopped` makes what
 * is rejected with, the signal's own reason unless told.
 */
export function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  stopped: (signal: AbortSignal) => Error = abortErrorOf,
): Promise<Result> {
  if (signal.aborted) {
    // No one listens any more; its failure is of no interest to anyone.
    work.catch(() => undefined)
    return Promise.reject(stopped(signal))
  }
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(stopped(signal))
    }
    const ended = () => signal.removeEventListener('abort', stop)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject)
    work.then(ended, ended)
  })
}

/** The reason of the abort, as an error. */
export function abortErrorOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}

/** How long someone waits for a server from which nothing comes. */
interface ResponseLimit {
  readonly signal: AbortSignal
  readonly limitMs: number
  /** What a wait ends with that took so long. */
  readonly timedOut: (limitMs: number) => Error
  /** Time since the server last gave a sign of life to this account; undefined: it never did. */
  readonly quietMs?: () => number | undefined
}

/** What is heard of a server that has no conversation yet. */
export interface SignsOfLife {
  readonly onHeard: () => void
  /** Time since the last one; undefined before the first. */
  readonly quietMs: () => number | undefined
}

/** Starts with none. */
export function createSignsOfLife(now: () => number): SignsOfLife {
  let heardAt: number | undefined
  return {
    onHeard: () => {
      heardAt = now()
    },
    quietMs: () => (heardAt === undefined ? undefined : now() - heardAt),
  }
}

/**
 * Waits for as long as the server gives signs of life. Otherwise the signal that `wait` is handed aborts,
 * with the error of `timedOut`; so it does with the caller's own. What the server is at continues: a mailbox
 * that takes long to open is open the next time.
 */
export async function whileResponding<Result>(
  { signal, limitMs, timedOut, quietMs = () => undefined }: ResponseLimit,
  wait: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController()
  const leave = () => {
    stop.abort(signal.reason)
  }
  const look = () => {
    const restMs = limitMs - (quietMs() ?? limitMs)
    if (restMs > 0) timer = setTimeout(look, restMs)
    else stop.abort(timedOut(limitMs))
  }
  let timer = setTimeout(look, limitMs)
  if (signal.aborted) leave()
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await wait(stop.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

/** Those who wait for one of a few things, first come first served. */
export interface WaitingQueue {
  readonly length: number
  /** In line as soon as it is called; resolves when it is one's turn. Rejects with `stopped` on an abort. */
  wait(signal: AbortSignal, stopped: (signal: AbortSignal) => Error): Promise<void>
  /** Lets in who waits longest; false when no one does. */
  admit(): boolean
}

/** No one waits at first. */
export function createWaitingQueue(): WaitingQueue {
  const waiting = new Set<() => void>()
  return {
    get length() {
      return waiting.size
    },
    wait: (signal, stopped) =>
      new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.delete(enter)
          reject(stopped(signal))
        }
        waiting.add(enter)
        signal.addEventListener('abort', leave, { once: true })
      }),
    admit: () => {
      const next = waiting.values().next()
      if (next.done === true) return false
      waiting.delete(next.value)
      next.value()
      return true
    },
  }
}
