import { LRUCache } from 'lru-cache'
import type { ListBasis } from '../request/response.ts'
import type { ListTemplate } from '../../wire/roundcube/learned/list-template.ts'
import type { PageFolders } from '../../wire/roundcube/learned/read-response.ts'
import type { KnownDates } from '../../wire/roundcube/learned/date-styles.ts'
import type { WrittenRow } from '../../wire/roundcube/learned/written-rows.ts'
import type { SizeUnits } from '../../wire/roundcube/learned/size-units.ts'

/** What Roundcube's own responses have told of one user, which holds for all their sessions. */
export interface LearnedUser {
  /** Of the application page; counts by any form of request only while that form is proved. */
  folders: PageFolders | undefined
  spelling: Spelling | undefined
  /** Choice of the last list that Roundcube wrote. */
  layout: string | undefined
  readonly lists: Map<string, LearnedList>
  /** Messages that Roundcube has shown, by `rowsKey`. */
  readonly rows: Map<string, LearnedRows>
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
  readonly learnedAt: number
}

/** Rows of one folder, as Roundcube has written them. */
export interface LearnedRows {
  readonly uidValidity: bigint
  /** By UID; another map when there are more. */
  readonly written: ReadonlyMap<number, WrittenRow>
}

/** Memory of what was learned, by person. After a while, and when settings may have changed, it is to be proved again. */
export interface LearnedResponses {
  /** Lists that have to be learned again are not in it. */
  of(username: string): LearnedUser | undefined
  /** The user's memory, made when there is none. */
  start(username: string): LearnedUser
  /** What follows the value where Roundcube sets a session's cookie: `; path=/; HttpOnly`. */
  cookieAttributesOf(sessionId: string): string | undefined
  noteCookieAttributes(sessionId: string, attributes: string): void
  /** Whether a form of request counts as known: lately Roundcube's answer to it was as ours. */
  isProved(learned: LearnedUser, form: string): boolean
  prove(learned: LearnedUser, form: string): void
  /** After settings may have changed, in whichever session: lists alone or everything. */
  forget(username: string, what: 'lists' | 'everything'): void
}

interface LearnedLimits {
  readonly sessions: number
  /** How long the settings of another device or instance may go unnoticed. */
  readonly keepMs: number
  readonly now: () => number
}

/** Folders with several orders each; the oldest makes room. */
const MAX_LISTS = 64
/** Rows remembered of one folder. */
const MAX_ROWS = 2_000
/** A refresh of each folder, and a few more; all are proved again when there are more. */
const MAX_PROOFS = 256

/** Creates an empty memory. */
export function createLearnedResponses({ sessions, keepMs, now }: LearnedLimits): LearnedResponses {
  const users = new LRUCache<string, LearnedUser>({ max: sessions })
  const cookieAttributes = new LRUCache<string, string>({ max: sessions })
  const isFresh = (at: number | undefined) => at !== undefined && Math.abs(now() - at) < keepMs

  return {
    of(username) {
      const learned = users.get(username)
      if (learned === undefined) return undefined
      for (const [key, { learnedAt }] of learned.lists) {
        if (!isFresh(learnedAt)) learned.lists.delete(key)
      }
      return learned
    },
    start(username) {
      const cached = users.get(username)
      if (cached !== undefined) return cached
      const learned: LearnedUser = {
        folders: undefined,
        spelling: undefined,
        layout: undefined,
        lists: new Map(),
        rows: new Map(),
        proofs: new Map(),
      }
      users.set(username, learned)
      return learned
    },
    cookieAttributesOf: (sessionId) => cookieAttributes.get(sessionId),
    noteCookieAttributes(sessionId, attributes) {
      cookieAttributes.set(sessionId, attributes)
    },
    isProved: ({ proofs }, form) => isFresh(proofs.get(form)),
    prove({ proofs }, form) {
      if (proofs.size >= MAX_PROOFS) proofs.clear()
      proofs.set(form, now())
    },
    forget(username, what) {
      const learned = users.get(username)
      if (learned === undefined) return
      learned.lists.clear()
      learned.rows.clear()
      if (what === 'lists') return
      learned.proofs.clear()
      learned.spelling = undefined
    },
  }
}

/** A list is learned for one folder, or one search, in one order, with rows or without any. */
export function listKey(basis: ListBasis, mailbox: string, content: 'rows' | 'empty'): string {
  const { settings, sortColumn, sortOrder, layout, search } = basis
  return [settings, sortColumn, sortOrder, layout ?? '', search ?? '', content, mailbox].join(' ')
}

/** Rows are learned for one folder by the settings, and the columns, they were written with. */
export function rowsKey(settings: string, { mailbox, content, addressee }: ListTemplate): string {
  const columns = content.kind === 'rows' ? content.columns.join() : ''
  return [settings, columns, addressee, mailbox].join(' ')
}

/** Rows known before and those of a response; of another UIDVALIDITY, or too many, only the latter. */
export function withRows(
  before: LearnedRows | undefined,
  uidValidity: bigint,
  rows: LearnedRows['written'],
): LearnedRows {
  const isSame = before?.uidValidity === uidValidity && before.written.size < MAX_ROWS
  return { uidValidity, written: new Map([...(isSame ? before.written : []), ...rows]) }
}

/** Sets the newest of a map, whose oldest make room. */
export function setNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  for (const oldest of map.keys()) {
    if (map.size <= MAX_LISTS) break
    map.delete(oldest)
  }
}
