/** How long somebody waits for a server from which nothing comes. */
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

/** Begins with none. */
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
 * with the error of `timedOut`; so it does with the caller's own. What the server is at goes on: a mailbox
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
