import type { AuthenticationField } from './authentication.ts'
import type { DraftOrigin, NamedOrigin } from './draft-origin.ts'
import type { ReceiptRequest } from './receipt.ts'
import type { Address, MessageRow } from './summary.ts'
import type { TypedFields } from './typed-fields.ts'
import type { UnsubscribeWay } from './unsubscribe.ts'

/** One leaf of BODYSTRUCTURE that a user can read, open or save. */
export interface MessagePart {
  /** IMAP section, e.g. `1.2`. */
  readonly id: string
  readonly type: string
  /** A part without a name is given one. */
  readonly filename: string
  /** Bytes without the transfer encoding, as near as the server's figures tell: see `decodedSize`. */
  readonly size: number
  readonly disposition: 'inline' | 'attachment' | undefined
  readonly contentId: string | undefined
  readonly contentLocation: string | undefined
  /** Of an inline image: what its Content-Location is relative to, where that is known. */
  readonly locationBase?: string | undefined
}

/** A message opened for reading: its text bodies decoded and capped, its attachments named. */
export interface Message {
  readonly uidValidity: bigint
  readonly row: MessageRow
  readonly replyTo: readonly Address[]
  readonly bcc: readonly Address[]
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  /** Addresses it was delivered for, as mail servers wrote them, the one that the sender named first. */
  readonly deliveredTo?: readonly string[]
  /** True for mail of a list, and for what no person sent. */
  readonly isBulk?: boolean
  /** What a draft of ours replies to or forwards. */
  readonly draftOf?: DraftOrigin | undefined
  /** What a draft of another program answers or forwards, by its header. */
  readonly namedOrigin?: NamedOrigin | undefined
  /** What was typed as recipients of a draft of ours, where not all of it were addresses. */
  readonly typed?: TypedFields | undefined
  /** Which composed message a draft of ours is. */
  readonly composeId?: string | undefined
  /** True for a draft of ours whose HTML ends with a forwarded message. */
  readonly hasOriginal?: boolean
  /** True for a draft of ours that was written with its looks. */
  readonly isFormatted?: boolean
  /** Its sender requests a read receipt. */
  readonly requestsReceipt?: boolean
  /** True for a draft of ours whose sender asks whether it is delivered. */
  readonly reportsDelivery?: boolean
  /** The receipt to decide on: no user has yet, and the mailbox can store that one did. */
  readonly receiptRequest?: ReceiptRequest | undefined
  /** What mail servers, or who says to be one, found of its sender; the topmost first. */
  readonly authentication?: readonly AuthenticationField[]
  /** How the list that sent it can be left, as its sender says, the first way first; none where nothing says so. */
  readonly unsubscribeWays?: readonly UnsubscribeWay[]
  /** The text/plain body, when there is one. */
  readonly text: string | undefined
  /** The raw text/html body with the texts that stand above and below it; shown only sanitized. */
  readonly html: string | undefined
  /** What addresses in the HTML body are relative to, where that is known (RFC 2557 5). */
  readonly htmlBase?: string | undefined
  /** True when a body was longer than the cap and was cut. */
  readonly isTruncated: boolean
  /** Parts beyond the most that are read of a message: they stand in no list, and only the source has them. */
  readonly partsLeftOut: number
  readonly attachments: readonly MessagePart[]
  /** Images that the HTML body may show by Content-ID or Content-Location; what it does not show is to be listed. */
  readonly inlineParts: readonly MessagePart[]
}

/**
 * The bytes of one part, transfer encoding removed, fetched only as fast as they are read: nothing is
 * held before the first is requested. Reading throws MailFault.
 */
export interface PartContent {
  readonly part: MessagePart
  /** As its header names it. */
  readonly charset?: string | undefined
  readonly stream: AsyncIterable<Buffer>
}
