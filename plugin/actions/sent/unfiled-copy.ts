import type { DraftOrigin, MessageName } from '../../../proxy/mail/index.ts'

/** What a message that was sent leaves to be done besides its copy. */
export interface SentTraces {
  /** The draft it was stored as, which goes once there is a copy; its UIDVALIDITY may not be known. */
  readonly storedDraft:
    (Omit<MessageName, 'uidValidity'> & { readonly uidValidity: bigint | undefined }) | undefined
  /** What it answers or forwards. */
  readonly origin: DraftOrigin | undefined
}

/** The sender's copy of a sent message that is not in Sent yet. */
export interface UnfiledCopy extends SentTraces {
  readonly composeId: string
  /** As it is to be filed. */
  readonly source: Buffer
}
