import type { DraftOrigin } from '../model/draft-origin.ts'
import type { Address } from '../model/summary.ts'
import type { TypedFields } from '../model/typed-fields.ts'

/** A message as the composer passes it over; every address is validated before it comes here. */
export interface OutgoingMessage {
  /** undefined only in a draft, whose sender is not known yet. */
  readonly from: Address | undefined
  /** Where answers go, when not to `from`. */
  readonly replyTo?: string | undefined
  readonly organisation?: string | undefined
  /** Asks the reader's program to tell when it is read (RFC 8098). */
  readonly requestsReceipt?: boolean
  /** 1 (highest) to 5 (lowest); left out: normal. */
  readonly priority?: number
  /** Asks the mail servers to tell when it was delivered or could not be (RFC 3461). */
  readonly reportsDelivery?: boolean
  /** True where no one wrote it, as of an alert: no program answers it (RFC 3834 5). */
  readonly isAutomatic?: boolean
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly text: string
  /** Sanitized markup that was written, of which `text` is the words; undefined: it was written as text. */
  readonly html?: string | undefined
  /** Images that the markup names by Content-ID. */
  readonly images?: readonly InlineImage[]
  /** How the signature in the text looks: the message gets an HTML form where the text has it unchanged. */
  readonly signature?: FormattedSignature | undefined
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  /** Noted in a draft only: which composed message it is. */
  readonly composeId?: string | undefined
  /** Noted in a draft only: its recipients as they were typed, where not all of it were addresses. */
  readonly typed?: TypedFields | undefined
  /** Noted in a draft only; see ComposeOptions. */
  readonly draftOf?: DraftOrigin | undefined
  /** A message forwarded as it looks, below the text. */
  readonly original?: ForwardedOriginal | undefined
  readonly attachments: readonly OutgoingFile[]
  /** An answer to an invitation, as an alternative to the text (RFC 6047 2.4). */
  readonly calendar?: OutgoingCalendar | undefined
}

export interface OutgoingFile {
  readonly filename: string
  readonly type: string
  readonly content: Buffer | StoredBytes
  /** True for a message of the mailbox, whose bytes a mail server took before; no upload is trusted so far. */
  readonly isMessage?: boolean
}

/** Bytes that lie elsewhere and are read when they are needed, as often as they are. */
export interface StoredBytes {
  readonly size: number
  /** Opens nothing before it is iterated over. */
  read(): AsyncIterable<Buffer>
}

/** How many there are. */
export function byteCount(content: Buffer | StoredBytes): number {
  return Buffer.isBuffer(content) ? content.length : content.size
}

/** A calendar file that another program acts on. */
export interface OutgoingCalendar {
  /** The same as in the file (RFC 6047 2.4). */
  readonly method: 'REPLY'
  readonly content: string
}

/** A signature in both its forms. */
export interface FormattedSignature {
  readonly text: string
  /** Sanitized markup. */
  readonly html: string
}

/** The HTML of a message that goes along unchanged, with the images it names. */
export interface ForwardedOriginal {
  readonly html: string
  /** Its words for the plain form. */
  readonly text: string
  readonly images: readonly InlineImage[]
}

/** An image that is shown within the HTML form. */
export interface InlineImage extends OutgoingFile {
  readonly contentId: string | undefined
  readonly contentLocation: string | undefined
}

/** The receipt of a message that was shown to its reader (RFC 8098 3). */
export interface OutgoingReceipt {
  readonly from: Address
  readonly to: readonly Address[]
  readonly subject: string
  /** For users. */
  readonly text: string
  readonly originalMessageId: string | undefined
  readonly originalRecipient: string | undefined
  /** No one was asked about this one. */
  readonly isAutomatic: boolean
}

/** What a message is known by: the same for every try to send it, and for its copy. */
export interface MessageStamp {
  readonly messageId: string
  /** Unix ms of its Date field. */
  readonly at: number
}

/** With what a message travels (RFC 5321 2.3.1). */
export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
  /** Asks for delivery status notifications where the server offers them. */
  readonly reportsDelivery?: boolean | undefined
}

/** A message in its final bytes, with the envelope it travels in. */
export interface BuiltMessage {
  readonly messageId: string
  /** RFC 5322 source with CRLF line ends; with Bcc only if that was requested. */
  readonly source: Buffer
  readonly envelope: Envelope
}
