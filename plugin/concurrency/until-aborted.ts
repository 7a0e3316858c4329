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

/** The reason of the abort, as an error. */
export function abortErrorOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
