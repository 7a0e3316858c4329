import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Work on one response that stops after each slice, so that others have their turn before the next one.
 * `return` is the result.
 */
export type Sliced<Result> = Generator<undefined, Result, undefined>

/** Characters of a response read in one go: a few milliseconds of work at the worst. */
export const SLICE_CHARACTERS = 32 * 1024

/** Numbers written in one go, which costs less than reading them. */
export const SLICE_NUMBERS = 256 * 1024

/** Does all the work in one go: for what is known to be small. */
export function inOneGo<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Does the work with everybody else's in between. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}
