import type { MailboxName } from './mailbox-name.ts'
import type { MailboxState } from './mailbox.ts'
import type { SearchField, SearchTerm } from './search-term.ts'
import type { MessageRow } from './summary.ts'

/** `arrival` is the order of the UIDs. */
export type SortKey =
  | 'arrival'
  /** INTERNALDATE, which is another order where messages were copied. */
  | 'received'
  | 'date'
  | 'from'
  | 'to'
  | 'cc'
  /** By display name where there is one (RFC 5957); a server without it sorts by address. */
  | 'from-name'
  | 'to-name'
  | 'subject'
  | 'size'

export interface SortOrder {
  readonly by: SortKey
  readonly isDescending: boolean
}

/** Which messages a list is about; an empty query means all. */
export interface SearchQuery {
  readonly text: string
  /** What the text asks for, all of it; undefined: the text itself is looked for. */
  readonly terms?: readonly SearchTerm[]
  /** Where a text is looked for that names no field. */
  readonly fields: readonly SearchField[]
  readonly filter:
    'all' | 'unseen' | 'flagged' | 'unanswered' | 'attachment' | 'deleted' | 'undeleted'
}

/** Which messages a list is about, and in which order. */
export interface ListedMessages {
  /** undefined: newest arrival first, which costs no SORT. */
  readonly sort: SortOrder | undefined
  readonly search: SearchQuery | undefined
  /**
   * Answers below what they answer, threads in order of their newest message (RFC 5256); of `sort`
   * only the direction counts then. A server without THREAD returns a plain list.
   */
  readonly isThreaded?: true
  /** These messages by their UIDs in this order, without those that are deleted; sort and search do not count then. */
  readonly only?: readonly number[]
}

export interface PageRequest extends ListedMessages {
  readonly mailbox: MailboxName
  /**
   * What `page`, `pageSize`, `pageCount` and `total` count: threads as a whole, each with all its messages. Those
   * of one missing message are one thread, below the first of them. In the server's own order (THREAD=REFS: by the
   * newest message) for `arrival`, else by whichever message of a thread comes first in that order and direction. No
   * search counts. A server without THREAD=REFS returns messages, and of more than MAX_THREADED_ROWS those alone.
   */
  readonly counts?: 'threads'
  /** 1-based; a page past the end is the last one. */
  readonly page: number
  readonly pageSize: number
}

/** Messages on one page of whole threads at most. */
export const MAX_THREADED_ROWS = 1_000

/** The messages of a list between two of them. */
export interface UidsBetweenRequest extends ListedMessages {
  readonly ends: readonly [one: number, other: number]
}

/** One page of a mailbox, confirmed by a round trip to the server made for this request. */
export interface MessagePage {
  readonly state: MailboxState
  readonly page: number
  readonly pageCount: number
  /** Messages that match: all of the mailbox without a search. */
  readonly total: number
  readonly rows: readonly MessageRow[]
  /** Of the whole mailbox; 0 when it is empty. */
  readonly lastUid: number
}

/** All messages of a mailbox, or what matches a search, or of these what has a flag or lacks it. */
export interface MatchingUidsRequest {
  readonly search: SearchQuery | undefined
  readonly flags: 'SEEN' | 'UNSEEN' | 'FLAGGED' | 'UNFLAGGED' | undefined
}

/** UIDs as an IMAP sequence set in ascending order, e.g. `1:3,7`; empty when nothing matches. */
export interface MatchingUids {
  readonly set: string
  readonly count: number
  readonly uidValidity: bigint
}
