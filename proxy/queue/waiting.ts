/** Those who wait for one of a few things, first come first served. */
export interface WaitingQueue {
  readonly length: number
  /** In line as soon as it is called; resolves when it is one's turn. Rejects with `stopped` on an abort. */
  wait(signal: AbortSignal, stopped: (signal: AbortSignal) => Error): Promise<void>
  /** Lets in who waits longest; false when nobody does. */
  admit(): boolean
}

/** Nobody waits at first. */
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

/**
 * The promise, or a rejection as soon as the signal aborts; the work itself goes on. `stopped` makes what
 * is rejected with, the signal's own reason unless told.
 */
export function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal,
  stopped: (signal: AbortSignal) => Error = abortErrorOf,
): Promise<Result> {
  if (signal.aborted) {
    // Nobody listens any more; its failure is of no interest to anybody.
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

function abortErrorOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
