import type { MailboxName } from './mailbox-name.ts'

/** The uses of RFC 6154 that Postern acts on, plus INBOX. */
export type SpecialUse = 'inbox' | 'drafts' | 'sent' | 'junk' | 'trash' | 'archive'

/** One mailbox of LIST. `path` is decoded UTF-8; the wire of Roundcube wants modified UTF-7. */
export interface Mailbox {
  readonly path: MailboxName
  /** Last component of the path. */
  readonly name: string
  /** One character, or undefined for a flat name. */
  readonly delimiter: string | undefined
  readonly specialUse: SpecialUse | undefined
  /** The owner chose it for its use. */
  readonly isUseChosen?: true
  readonly isSubscribed: boolean
  /** False for \Noselect and \NonExistent: shown as a branch, never opened. */
  readonly isSelectable: boolean
}

/** What STATUS (RFC 9051 6.3.11, RFC 7162) says of a mailbox: all five equal means nothing changed. */
export interface MailboxState {
  readonly path: MailboxName
  readonly messages: number
  readonly unseen: number
  readonly uidNext: number
  readonly uidValidity: bigint
  /** undefined when the server has no CONDSTORE. */
  readonly highestModseq: bigint | undefined
}

/** Names a message permanently (RFC 9051 2.3.1.1). */
export interface MessageName {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  readonly uid: number
}
