import { LRUCache } from 'lru-cache'
import { cutText, harmlessText } from '../mime/harmless-text.ts'

/** What mail servers say that their users are to read (RFC 9051 7.1: `[ALERT]`, 7.1.5: BYE), until a page has shown it. */
export interface ServerNotices {
  /** Notes a text of the server for that owner; false when it was noted lately, or too many were. */
  hear(owner: string, message: string): boolean
  isWaiting(owner: string): boolean
  /** Each is returned once. */
  take(owner: string): readonly string[]
}

interface OwnerNotices {
  waiting: readonly string[]
  /** When each was heard, the latest last. */
  readonly heardAt: Map<string, number>
}

const MAX_OWNERS = 10_000
const MAX_WAITING = 3
/** Of one owner in an hour: a server may say at each command what it says, and with another number in it. */
const MAX_HEARD = 10
const HEARD_MS = 3_600_000
const MAX_CHARACTERS = 300

/** Empty at first. The owners with the oldest notices are dropped first. */
export function createServerNotices({ now }: { readonly now: () => number }): ServerNotices {
  const owners = new LRUCache<string, OwnerNotices>({ max: MAX_OWNERS })

  const noticesOf = (owner: string): OwnerNotices => {
    const known = owners.get(owner) ?? { waiting: [], heardAt: new Map<string, number>() }
    owners.set(owner, known)
    for (const [message, at] of known.heardAt) {
      if (now() - at >= HEARD_MS) known.heardAt.delete(message)
    }
    return known
  }

  return {
    hear: (owner, message) => {
      const line = cutText(harmlessText(message).replace(/\s+/g, ' ').trim(), MAX_CHARACTERS)
      if (line === '') return false
      const notices = noticesOf(owner)
      const { heardAt } = notices
      if (heardAt.has(line) || heardAt.size >= MAX_HEARD) return false
      heardAt.set(line, now())
      notices.waiting = [...notices.waiting, line].slice(-MAX_WAITING)
      return true
    },
    isWaiting: (owner) => (owners.get(owner)?.waiting.length ?? 0) > 0,
    take: (owner) => {
      const notices = owners.get(owner)
      if (notices === undefined) return []
      const { waiting } = notices
      notices.waiting = []
      return waiting
    },
  }
}
