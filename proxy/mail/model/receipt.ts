/** Whom a reader's program is asked to tell that the message was read (RFC 8098 2.1). */
export const RECEIPT_FIELD = 'Disposition-Notification-To'

/** Says to every program that reads the mailbox that a user has answered already, with a receipt or with none (RFC 3503). */
export const RECEIPT_FLAG = '$MDNSent'

/** A receipt that a message requests and no one has answered. */
export interface ReceiptRequest {
  /** Addresses, as the sender wrote them. */
  readonly to: string
  /** Where the message came from (RFC 5321 4.4): empty for what a program sent; undefined where nothing tells. */
  readonly returnPath: string | undefined
  /** Sent to many, by a program, or known as junk. */
  readonly isBulk: boolean
  /** Whom it was sent to before a user passed it on (RFC 3798 2.3); undefined where nothing tells. */
  readonly originalRecipient: string | undefined
}
