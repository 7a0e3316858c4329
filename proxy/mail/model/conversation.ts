import type { MailboxName } from './mailbox-name.ts'
import type { MessageRow } from './summary.ts'

/** Which conversation is wanted, and where its messages are looked for. */
export interface ConversationRequest {
  /** The message whose conversation it is. */
  readonly mailbox: MailboxName
  readonly uid: number
  /** Other mailboxes, the likeliest first: a message that is in several is told of the first one. */
  readonly others: readonly MailboxName[]
  /** Those of them that are searched also where nothing says that the message was replied to, or is a reply. */
  readonly always: readonly MailboxName[]
  /** No mailbox is begun later than this. */
  readonly forMs: number
}

/** One message of a conversation. */
export interface ConversationMessage {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint
  readonly row: MessageRow
  /** Its first words; undefined where there are so many messages that they were not read. */
  readonly preview: string | undefined
}

/** The messages that belong together by Message-ID, References and In-Reply-To (RFC 5322 3.6.4). */
export interface FoundConversation {
  /** Oldest first, each message once, however many copies of it there are. */
  readonly messages: readonly ConversationMessage[]
  /** Those that are there; more than `messages` where there are too many to be told. */
  readonly count: number
  /** False where the time was over before every mailbox was searched, or one could not be. */
  readonly isComplete: boolean
}
