import type { DraftOrigin, OutgoingFile } from '../../../proxy/mail/index.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import type { ReaderLocale } from './quoting.ts'

/** A message as the composer posts it; addresses are still as typed. */
export interface SendInput {
  /** Made by the page once per composed message. */
  readonly composeId: string
  readonly isDraft: boolean
  /** Made by the page for each save of a draft, by which the stored message is found again; undefined: it can not be. */
  readonly saveId: string | undefined
  /** Earlier saves of this message of which the page never heard: each may have stored a draft. */
  readonly unansweredSaves: readonly string[]
  /** To be sent although it may have been delivered before. */
  readonly isAgain: boolean
  /** Already sent: only its copy is to be filed. */
  readonly isCopyOnly: boolean
  /** Id of the identity it is written as; undefined: the owner's address alone. */
  readonly identity: string | undefined
  /** Asks the reader's program to tell when it is read (RFC 8098). */
  readonly requestsReceipt: boolean
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  /** Empty where there is `html`. */
  readonly text: string
  /** What was written with its looks, as it was posted; undefined: it was written as text. */
  readonly html: string | undefined
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  readonly mode: 'new' | 'reply' | 'reply-all' | 'forward' | 'draft'
  /** The message answered, forwarded or reopened. */
  readonly source: NamedMessage | undefined
  /** What a reply or forward is made of, also when it was a draft meanwhile. */
  readonly origin: DraftOrigin | undefined
  /** True when the HTML of the source goes along below the text. */
  readonly hasOriginal: boolean
  /** How the writer reads dates. */
  readonly reader: ReaderLocale | undefined
  /** Parts of the source that go along: sections, or whole messages of its mailbox. */
  readonly keptParts: readonly string[]
  readonly files: readonly OutgoingFile[]
}
