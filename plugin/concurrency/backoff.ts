/** Bounds of the pause between two attempts. */
export interface BackoffLimits {
  readonly firstMs: number
  readonly maxMs: number
}

/** The pause after so many failures, counted from 0: `firstMs`, doubled for each, at most `maxMs`. */
export function backoffMs(failures: number, { firstMs, maxMs }: BackoffLimits): number {
  return Math.min(firstMs * 2 ** failures, maxMs)
}

/**
 * Spreads a pause evenly around its length, from `1 - spread / 2` to `1 + spread / 2` of it, so that the many whom one outage
 * stopped do not come back at the same moment. `random` answers 0 to 1.
 */
export function withJitter(ms: number, spread: number, random: () => number): number {
  return ms * (1 - spread / 2 + spread * random())
}
