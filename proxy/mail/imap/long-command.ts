import type { CommandPart } from './command.ts'
import { unpackUids } from './parser/uid-set.ts'

/** Their work grows with the mailbox. */
const OVER_MAILBOX = /^(?:UID )?(?:SEARCH|SORT|THREAD)\b|^EXPUNGE\b/

/** Which messages there are: the server opens none of them for it. It goes out with each SELECT of a mailbox that is new to us. */
const LISTING = /^UID SEARCH (?:RETURN \(ALL\) )?(?:ALL|UID \d+:\*)$/

/** Their work grows with the messages named. */
const OVER_MESSAGES = /^UID (?:COPY|MOVE|STORE|EXPUNGE)$/

/** A healthy server has done this many, or taken so much, before a waiting user gets an error for its silence. */
const SOON_DONE = { messages: 50, bytes: 1024 * 1024 }

/** True for a command at which a server that is well may work for long without a word. */
export function mayTakeLong([verb, ...rest]: readonly CommandPart[]): boolean {
  if (typeof verb !== 'string') return false
  if (verb === 'APPEND')
    return rest.some((part) => Buffer.isBuffer(part) && part.length > SOON_DONE.bytes)
  if (OVER_MESSAGES.test(verb)) return namesMany(rest[0])
  return OVER_MAILBOX.test(verb) && !LISTING.test(verb)
}

function namesMany(set: CommandPart | undefined): boolean {
  if (typeof set !== 'string') return true
  try {
    unpackUids(set, SOON_DONE.messages)
    return false
  } catch {
    // More than that, or a set without an end.
    return true
  }
}
