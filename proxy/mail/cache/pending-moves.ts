import { LRUCache } from 'lru-cache'
import type { MailboxName } from '../model/mailbox-name.ts'

/** From where on the copy of a message may be in the mailbox that it is moved to. */
export interface CopyLocation {
  readonly targetUidValidity: bigint
  /** UIDNEXT of that mailbox before the message was copied. */
  readonly firstUid: number
}

/** One message on its way to another mailbox. */
export interface MovingMessage {
  /** Key of the mailbox owner. */
  readonly owner: string
  readonly source: MailboxName
  readonly uidValidity: bigint
  readonly uid: number
  readonly target: MailboxName
}

/**
 * Moves by copy and removal of all accounts of this process that have started, and whose end was reported to no one as
 * long as they are here: another move of such a message looks for its copy first. Least recent first out.
 */
export interface PendingMoves {
  find(message: MovingMessage): CopyLocation | undefined
  keep(message: MovingMessage, location: CopyLocation): void
  forget(message: MovingMessage): void
}

/** Keeps up to `maxMessages`; they matter for as long as a user may try again. */
export function createPendingMoves({
  maxMessages,
}: {
  readonly maxMessages: number
}): PendingMoves {
  // A `max` would take the room of all of them at the start.
  const locations = new LRUCache<string, CopyLocation>({
    maxSize: maxMessages,
    sizeCalculation: () => 1,
  })
  return {
    find: (message) => locations.get(keyOf(message)),
    keep: (message, location) => {
      locations.set(keyOf(message), location)
    },
    forget: (message) => {
      locations.delete(keyOf(message))
    },
  }
}

function keyOf({ owner, source, uidValidity, uid, target }: MovingMessage): string {
  return JSON.stringify([owner, source, uidValidity.toString(), uid, target])
}
