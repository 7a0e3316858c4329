import { Refusal } from '../refusal.ts'

/** Memory for bodies that are being read, shared by everybody who uploads. */
export interface UploadRoom {
  /** Begins one upload of a person, who may have several under way. */
  enter(person: string): UploadShare
}

/** What one upload holds of the room. */
export interface UploadShare {
  /** Counts bytes that have come. Throws Refusal('mail_busy') when they are more than the person's share. */
  take(bytes: number): void
  /** Gives all of it back. */
  leave(): void
}

interface UploadRoomOptions {
  readonly maxBytes: number
  /** Fits in any case for whoever is alone. */
  readonly messageBytes: number
}

const RETRY_SECONDS = 5

/**
 * A room in which a person may hold as many bytes as are still free (Choudhury and Hahne, "Dynamic queue
 * length thresholds"): one takes half at most, two a third each, and whoever comes next finds as much as
 * each of those who are there. Only what has come counts, so that nobody holds room by promising a body.
 */
export function createUploadRoom({ maxBytes, messageBytes }: UploadRoomOptions): UploadRoom {
  const heldBy = new Map<string, number>()
  let heldBytes = 0

  const add = (person: string, bytes: number): void => {
    const held = (heldBy.get(person) ?? 0) + bytes
    heldBytes += bytes
    if (held === 0) heldBy.delete(person)
    else heldBy.set(person, held)
  }

  const fits = (person: string, bytes: number): boolean => {
    const held = heldBy.get(person) ?? 0
    const free = maxBytes - heldBytes
    const isAlone = held === heldBytes
    return (
      bytes <= free && (held + bytes <= free - bytes || (isAlone && held + bytes <= messageBytes))
    )
  }

  return {
    enter(person) {
      let taken = 0
      return {
        take(bytes) {
          if (!fits(person, bytes))
            throw new Refusal('mail_busy', { retryAfterSeconds: RETRY_SECONDS })
          taken += bytes
          add(person, bytes)
        },
        leave() {
          add(person, -taken)
          taken = 0
        },
      }
    },
  }
}
