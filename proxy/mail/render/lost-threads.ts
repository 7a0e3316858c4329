import type { RenderClock } from './clock.ts'

/** What of the pool tells that a thread ended. */
interface ThreadEvents {
  on(event: 'error', listener: (cause: unknown) => void): unknown
  on(event: 'workerDestroy', listener: () => void): unknown
  readonly threads: readonly unknown[]
}

/**
 * Bodies that wait for a thread to begin. A pool keeps a body whose thread ended before it was ready, and
 * starts no other one for it (piscina 5, with no thread at least): this tells who waits. A thread that ends
 * without a body that waits harms nobody.
 */
export function watchForLostThreads(pool: ThreadEvents, report: (cause: unknown) => void) {
  const waiting = new Map<AbortController, RenderClock>()
  let isStopped = false
  let reason: unknown
  const look = (): void => {
    if (isStopped || pool.threads.length > 0) return
    const left = [...waiting].filter(([, clock]) => !clock.hasBegun())
    if (left.length === 0) return
    const cause = reason ?? new Error('the thread ended without a reason')
    reason = undefined
    report(cause)
    for (const [lost] of left) lost.abort(cause)
  }
  pool.on('error', (cause) => {
    reason = cause
    setImmediate(look)
  })
  // Told before the pool has counted it out.
  pool.on('workerDestroy', () => setImmediate(look))

  return {
    /** Aborted with the reason when no thread is left that could take the body. */
    waitingFor(clock: RenderClock): { readonly signal: AbortSignal; readonly stop: () => void } {
      const lost = new AbortController()
      waiting.set(lost, clock)
      return { signal: lost.signal, stop: () => void waiting.delete(lost) }
    },
    /** Threads end from now on because they are to. */
    stop() {
      isStopped = true
    },
  }
}
