/** A clock that tests can move. Unix ms. */
export interface Clock {
  now(): number
  /** Moves the clock forward (or back) from now on. */
  advance(byMs: number): void
}

/** Creates a clock that runs with the machine's and can be set off from it. */
export function createClock(now: () => number = Date.now): Clock {
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    advance(byMs) {
      offsetMs += byMs
    },
  }
}
