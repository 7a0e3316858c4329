/** A clock that tests can move. Unix ms. */
export interface TestClock {
  now(): number
  /** Moves the clock forward (or back) from now on. */
  advance(byMs: number): void
}

/** Creates a clock that runs with the machine's and can be set off from it. */
export function createTestClock(now: () => number = Date.now): TestClock {
  let offsetMs = 0
  return {
    now: () => now() + offsetMs,
    advance(byMs) {
      offsetMs += byMs
    },
  }
}
