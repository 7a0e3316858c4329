import { setImmediate as nextTurn } from 'node:timers/promises'

/** Characters of contacts that are deleted through in some milliseconds. */
const CHARS_AT_ONCE = 64 * 1024
/** What is done for each contact, however short it is. */
const CHARS_OF_EACH = 300

/**
 * Lets others have their turn after some milliseconds of work on contacts: called with the length of each. They have
 * one at once, for what the contacts were read from took its time as well.
 */
export function createTurns(): (chars: number) => Promise<void> {
  let chars = CHARS_AT_ONCE
  return async (more) => {
    chars += more + CHARS_OF_EACH
    if (chars < CHARS_AT_ONCE) return
    chars = 0
    await nextTurn()
  }
}
