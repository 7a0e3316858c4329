import type { ServerResponse } from 'node:http'
import { Refusal } from '../refusal.ts'

/** Memory for files of forms, and of messages that are built of uploads, shared by everybody who sends files. */
export interface UploadRoom {
  /** Starts one upload of a user, who may have several under way. */
  enter(user: string): UploadShare
}

/** What one request holds of the room. */
export interface UploadShare {
  /** Counts bytes that are in memory. Throws Refusal('mail_busy') when they are more than the user's share. */
  take(bytes: number): void
  /** Gives all of it back. */
  leave(): void
}

interface UploadRoomOptions {
  readonly maxBytes: number
  /** Fits in any case for anyone who is alone. */
  readonly messageBytes: number
}

const RETRY_SECONDS = 5

/**
 * A room in which a user may hold as many bytes as are still free (Choudhury and Hahne, "Dynamic queue
 * length thresholds"): one takes half at most, two a third each, and anyone who comes next finds as much as
 * each of those who are there. Only what has come counts, so that no one holds room by promising a body.
 */
export function createUploadRoom({ maxBytes, messageBytes }: UploadRoomOptions): UploadRoom {
  const heldBy = new Map<string, number>()
  let heldBytes = 0

  const add = (user: string, bytes: number): void => {
    const held = (heldBy.get(user) ?? 0) + bytes
    heldBytes += bytes
    if (held === 0) heldBy.delete(user)
    else heldBy.set(user, held)
  }

  const fits = (user: string, bytes: number): boolean => {
    const held = heldBy.get(user) ?? 0
    const free = maxBytes - heldBytes
    const isAlone = held === heldBytes
    return (
      bytes <= free && (held + bytes <= free - bytes || (isAlone && held + bytes <= messageBytes))
    )
  }

  return {
    enter(user) {
      let taken = 0
      return {
        take(bytes) {
          if (!fits(user, bytes))
            throw new Refusal('mail_busy', { retryAfterSeconds: RETRY_SECONDS })
          taken += bytes
          add(user, bytes)
        },
        leave() {
          add(user, -taken)
          taken = 0
        },
      }
    },
  }
}

/** What was read stays in memory until the request is answered: others do not come in for as long. */
export function leaveWhenAnswered(share: UploadShare, response: ServerResponse): void {
  if (response.closed) share.leave()
  else response.once('close', () => share.leave())
}
