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
