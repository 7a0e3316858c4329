import type { DraftOrigin } from './draft-origin.ts'
import type { Address } from './summary.ts'

/** A message as the composer hands it over; every address is validated before it comes here. */
export interface OutgoingMessage {
  /** undefined only in a draft, whose sender is not known yet. */
  readonly from: Address | undefined
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  readonly bcc: readonly Address[]
  readonly subject: string
  readonly text: string
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  /** Noted in a draft only; see ComposeOptions. */
  readonly draftOf?: DraftOrigin | undefined
  readonly attachments: readonly {
    readonly filename: string
    readonly type: string
    readonly content: Buffer
  }[]
}

/** A message in its final bytes, with the envelope it travels in. */
export interface BuiltMessage {
  readonly messageId: string
  /** RFC 5322 source with CRLF line ends and without Bcc. */
  readonly source: Buffer
  readonly envelope: { readonly from: string; readonly to: readonly string[] }
}
