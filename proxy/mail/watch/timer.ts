/** Wakes one loop that rests between two pieces of work. */
export interface Alarm {
  /** Ends the rest, or the next one when there is none. */
  ring(): void
  /** Resolves at the next ring, at the latest after `ms`, and at once when it has rung meanwhile. */
  rest(ms: number): Promise<void>
}

/** A silent alarm. */
export function createAlarm(): Alarm {
  let hasRung = false
  let wake: (() => void) | undefined
  return {
    ring: () => {
      hasRung = true
      wake?.()
    },
    rest: async (ms) => {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          timer.unref()
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      hasRung = false
    },
  }
}
