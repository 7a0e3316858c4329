import type {
  Address,
  BuiltMessage,
  DraftOrigin,
  MessageName,
  MessageStamp,
} from '../../../proxy/mail/index.ts'
import type { SentResult } from '../sent/sends.ts'

/** What a message of the outbox is at. */
export const OUTBOX_STATES = [
  'waiting',
  'sending',
  'retrying',
  'filing',
  'password',
  'asks',
  'refused',
  'changed',
  'gone',
  'unreadable',
  'unfiled',
] as const

export type OutboxState = (typeof OUTBOX_STATES)[number]

/** A message that was taken out of the outbox. */
export interface CanceledMessage {
  /** Where it lies; undefined when it is missing. */
  readonly draft: MessageName | undefined
  /** It may have been delivered before. */
  readonly isUncertain: boolean
}

/** The outbox of the user who is signed in. All throw StoreUnavailable and Refusal. */
export interface OwnOutbox {
  /**
   * Stores the message as a draft and sends it later. The same message again is answered as before. Throws
   * Refusal('outbox_unavailable') when the mail server does not take the draft, ('outbox_full') when too much
   * waits; then nothing waits, and it can be sent at once. Throws MailFault during an outage.
   */
  hold(
    message: HeldMessage,
  ): Promise<Waiting | { readonly kind: 'sent'; readonly result: SentResult }>
  /** Soonest first. */
  list(): Promise<readonly OutboxEntry[]>
  cancel(id: string): Promise<CanceledMessage>
  change(id: string, dueAt: number): Promise<Waiting>
  sendNow(id: string, isAgain: boolean): Promise<Waiting>
  /** Throws Refusal('waits_in_outbox') for a draft that does: it must be canceled before another version takes its place. */
  checkDraft(draft: Pick<MessageName, 'mailbox' | 'uid'>): Promise<void>
}

/** A message that is to be sent later. */
export interface HeldMessage {
  readonly composeId: string
  /** Of what was composed: tells another version. */
  readonly digest: string
  readonly stamp: MessageStamp
  readonly subject: string
  readonly recipients: readonly Address[]
  readonly origin: DraftOrigin | undefined
  /** Unix ms; undefined: when the time to undo is over. */
  readonly dueAt: number | undefined
  /** Ms in which the page offers to undo it. */
  readonly undoMs: number
  /** With its Bcc, as it is to lie in Sent. */
  build(): Promise<BuiltMessage>
  /** Removes former versions of the draft once this one is stored. */
  onStored(): Promise<unknown>
}

/** What a page is told of a message that waits. */
export interface Waiting {
  readonly kind: 'waiting'
  readonly id: string
  /** Unix ms. */
  readonly dueAt: number
  /** Unix ms; null for what is scheduled. */
  readonly undoUntil: number | null
  /** Left of the time to undo, by the server's clock. */
  readonly undoMs: number
}

/** A message of the outbox, as its owner sees it. */
export interface OutboxEntry {
  readonly id: string
  readonly state: OutboxState
  /** Unix ms; undefined: nothing is going to happen. */
  readonly dueAt: number | undefined
  readonly undoUntil: number | undefined
  readonly subject: string
  readonly recipients: readonly Address[]
  /** Times that sending failed. */
  readonly attempts: number
  /** It may have been delivered. */
  readonly isUncertain: boolean
  /** Words of the mail server. */
  readonly error: string | undefined
  readonly refusedRecipient: string | undefined
  readonly draft: MessageName | undefined
}
