/** Wakes one loop that rests between two pieces of work. */
export interface WakeTimer {
  /** Ends the rest, or the next one when there is none. */
  wake(): void
  /** Resolves at the next ring, at the latest after `ms`, and at once when it has rung meanwhile. */
  sleep(ms: number): Promise<void>
}

/** A timer nobody has woken. */
export function createWakeTimer(): WakeTimer {
  let hasWoken = false
  let endSleep: (() => void) | undefined
  return {
    wake: () => {
      hasWoken = true
      endSleep?.()
    },
    sleep: async (ms) => {
      if (!hasWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          timer.unref()
          endSleep = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      endSleep = undefined
      hasWoken = false
    },
  }
}
