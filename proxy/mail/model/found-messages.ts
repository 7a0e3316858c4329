import type { MailboxName } from './mailbox-name.ts'
import type { SearchQuery } from './message-list.ts'
import type { MessageRow } from './summary.ts'

/** A search of several mailboxes, in this order. */
export interface FoundRequest {
  readonly mailboxes: readonly MailboxName[]
  readonly search: SearchQuery
  /** Rows of one mailbox: the newest. */
  readonly maxRows: number
  /** No mailbox is begun later than this. */
  readonly forMs: number
}

/** What of a mailbox matches. */
export interface FoundMessages {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  /** Messages that match. */
  readonly count: number
  /** The newest of them, oldest first. */
  readonly rows: readonly MessageRow[]
}

/** How far a search of several mailboxes came. */
export interface Finding {
  /** Of mailboxes in which anything matches. */
  readonly found: readonly FoundMessages[]
  /** Mailboxes that the server did not open, or refused to search. */
  readonly refused: readonly MailboxName[]
  /** How many of the mailboxes are done with, from the first one on. */
  readonly searched: number
}
