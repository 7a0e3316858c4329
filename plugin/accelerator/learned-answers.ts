import { LRUCache } from 'lru-cache'
import type { ListTemplate } from '../wire/roundcube/learned/list-template.ts'
import type { PageFolders } from '../wire/roundcube/learned/read-answer.ts'
import type { KnownDates } from '../wire/roundcube/learned/date-styles.ts'

/** What Roundcube's own answers have told of one session. */
export interface LearnedSession {
  readonly username: string
  folders: PageFolders | undefined
  dates: KnownDates | undefined
  readonly lists: Map<string, LearnedList>
}

/** A list that we have written as Roundcube did, byte for byte. */
interface LearnedList {
  template: ListTemplate
  readonly uidValidity: bigint
  /** Messages whose rows were compared. */
  readonly compared: Set<number>
}

/** Memory of what was learned, by session; everything in it is learned again after a while. */
export interface LearnedAnswers {
  of(sessionId: string): LearnedSession | undefined
  /** The session's memory, made when there is none. */
  begin(sessionId: string, username: string): LearnedSession
  /** After settings may have changed: in all sessions of the person, lists alone or everything. */
  forget(username: string, what: 'lists' | 'everything'): void
}

interface LearnedLimits {
  readonly sessions: number
  /** How long the settings of another device or instance may go unnoticed. */
  readonly keepMs: number
  readonly now: () => number
}

/** Folders with several orders each; the oldest makes room. */
export const MAX_LISTS = 64
/** Rows remembered as compared of one list. */
export const MAX_COMPARED = 2_000

/** Creates an empty memory. */
export function createLearnedAnswers({ sessions, keepMs, now }: LearnedLimits): LearnedAnswers {
  const memory = new LRUCache<string, LearnedSession & { readonly since: number }>({
    max: sessions,
  })

  function of(sessionId: string): LearnedSession | undefined {
    const learned = memory.get(sessionId)
    return learned !== undefined && Math.abs(now() - learned.since) < keepMs ? learned : undefined
  }

  return {
    of,
    begin(sessionId, username) {
      const known = of(sessionId)
      if (known !== undefined) return known
      const learned = {
        username,
        folders: undefined,
        dates: undefined,
        lists: new Map<string, LearnedList>(),
        since: now(),
      }
      memory.set(sessionId, learned)
      return learned
    },
    forget(username, what) {
      for (const [id, learned] of memory.entries()) {
        if (learned.username !== username) continue
        if (what === 'everything') memory.delete(id)
        else learned.lists.clear()
      }
    },
  }
}
