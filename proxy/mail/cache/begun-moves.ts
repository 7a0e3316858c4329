import { LRUCache } from 'lru-cache'
import type { MailboxName } from '../model/mailbox-name.ts'

/** From where on the copy of a message may be in the mailbox that it is moved to. */
export interface CopyPlace {
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
 * Moves by copy and removal of all accounts of this process that have begun, and whose end nobody was told of as
 * long as they are here: whoever moves such a message again looks for its copy first. Least recent first out.
 */
export interface BegunMoves {
  find(message: MovingMessage): CopyPlace | undefined
  keep(message: MovingMessage, place: CopyPlace): void
  forget(message: MovingMessage): void
}

/** Keeps up to `maxMessages`; they matter for as long as somebody may try again. */
export function createBegunMoves({ maxMessages }: { readonly maxMessages: number }): BegunMoves {
  // A `max` would take the room of all of them at the start.
  const places = new LRUCache<string, CopyPlace>({ maxSize: maxMessages, sizeCalculation: () => 1 })
  return {
    find: (message) => places.get(keyOf(message)),
    keep: (message, place) => {
      places.set(keyOf(message), place)
    },
    forget: (message) => {
      places.delete(keyOf(message))
    },
  }
}

function keyOf({ owner, source, uidValidity, uid, target }: MovingMessage): string {
  return JSON.stringify([owner, source, uidValidity.toString(), uid, target])
}
