import { LRUCache } from 'lru-cache'
import type { ListTemplate } from '../../wire/roundcube/learned/list-template.ts'
import type { PageFolders } from '../../wire/roundcube/learned/read-answer.ts'
import type { KnownDates } from '../../wire/roundcube/learned/date-styles.ts'
import type { SizeUnits } from '../../wire/roundcube/learned/size-units.ts'

/** What Roundcube's own answers have told of one session. */
export interface LearnedSession {
  readonly username: string
  /** Of the application page; counts by any form of request only while that form is proved. */
  folders: PageFolders | undefined
  /** What follows the value where Roundcube sets the session's cookie: `; path=/; HttpOnly`. */
  cookieAttributes: string | undefined
  spelling: Spelling | undefined
  /** Choice of the last list that Roundcube wrote. */
  layout: string | undefined
  readonly lists: Map<string, LearnedList>
  /** When Roundcube was last seen to answer a form of request as we would have. */
  readonly proofs: Map<string, number>
}

/** How dates and sizes are written by the settings of a session. */
interface Spelling {
  readonly settings: string
  /** undefined: no list with dates was seen. */
  readonly dates: KnownDates | undefined
  readonly sizes: SizeUnits
}

/** A list that we have written as Roundcube did, byte for byte. */
export interface LearnedList {
  readonly template: ListTemplate
  readonly uidValidity: bigint
  /** Messages whose rows were compared. */
  readonly compared: Set<number>
  readonly learnedAt: number
}

/** Memory of what was learned, by session. After a while, and when settings may have changed, it is to be proved again. */
export interface LearnedAnswers {
  /** Lists that have to be learned again are not in it. */
  of(sessionId: string): LearnedSession | undefined
  /** The session's memory, made when there is none. */
  begin(sessionId: string, username: string): LearnedSession
  /** Whether a form of request counts as known: lately Roundcube's answer to it was as ours. */
  isProved(learned: LearnedSession, form: string): boolean
  prove(learned: LearnedSession, form: string): void
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
/** A refresh of each folder, and a few more; all are proved again when there are more. */
const MAX_PROOFS = 256

/** Creates an empty memory. */
export function createLearnedAnswers({ sessions, keepMs, now }: LearnedLimits): LearnedAnswers {
  const memory = new LRUCache<string, LearnedSession>({ max: sessions })
  const isFresh = (at: number | undefined) => at !== undefined && Math.abs(now() - at) < keepMs

  return {
    of(sessionId) {
      const learned = memory.get(sessionId)
      if (learned === undefined) return undefined
      for (const [key, { learnedAt }] of learned.lists) {
        if (!isFresh(learnedAt)) learned.lists.delete(key)
      }
      return learned
    },
    begin(sessionId, username) {
      const known = memory.get(sessionId)
      if (known !== undefined) return known
      const learned: LearnedSession = {
        username,
        folders: undefined,
        cookieAttributes: undefined,
        spelling: undefined,
        layout: undefined,
        lists: new Map(),
        proofs: new Map(),
      }
      memory.set(sessionId, learned)
      return learned
    },
    isProved: ({ proofs }, form) => isFresh(proofs.get(form)),
    prove({ proofs }, form) {
      if (proofs.size >= MAX_PROOFS) proofs.clear()
      proofs.set(form, now())
    },
    forget(username, what) {
      for (const learned of memory.values()) {
        if (learned.username !== username) continue
        learned.lists.clear()
        if (what === 'lists') continue
        learned.proofs.clear()
        learned.spelling = undefined
      }
    },
  }
}
