import { randomInt } from 'node:crypto'

/** Where the simulator's random values come from: a whole number of [0, below). */
export type Random = (below: number) => number

/** Unpredictable values. `below` is at most 2^48. */
export const systemRandom: Random = (below) => (below === 1 ? 0 : randomInt(below))

/** Repeatable values from a seed (mulberry32), for tests that compare whole sessions. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  // Two draws, because one has only 32 bits and post_login needs 47.
  return (below) => Math.floor(((next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53) * below)
}
