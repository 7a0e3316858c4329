/** When one worker is kept although it has no work. */
export interface KeepWorkerOptions {
  /** True while somebody may open a message soon. */
  readonly isNeeded: () => boolean
  /** Memory of the process with the worker, above which it goes when it is idle. */
  readonly maxBytes: number
  readonly residentBytes: () => number
}

interface KeptPool {
  readonly isWarm: boolean
  readonly isBusy: boolean
  /** Gives a worker a trifle to do, and starts one where there is none. */
  touch(): void
}

/** What a worker takes once it has loaded its modules (measured 85 MiB). */
const WORKER_BYTES = 100 * 1024 * 1024

/**
 * Keeps one worker at hand while it is needed: a worker without work ends, so it is given some each
 * `everyMs`. The others end as usual. Returns what stops it.
 */
export function keepWorker(
  pool: KeptPool,
  { isNeeded, maxBytes, residentBytes }: KeepWorkerOptions,
  everyMs: number,
): () => void {
  const timer = setInterval(() => {
    // At work it does not end, and what is asked for meanwhile would start another.
    if (pool.isBusy || !isNeeded()) return
    const bytes = residentBytes() + (pool.isWarm ? 0 : WORKER_BYTES)
    if (bytes <= maxBytes) pool.touch()
  }, everyMs)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
