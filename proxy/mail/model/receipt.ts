/** The addresses that request a read receipt (RFC 8098 2.1). */
export const RECEIPT_FIELD = 'Disposition-Notification-To'

/** Says to every program that reads the mailbox that a user has decided already, with a receipt or with none (RFC 3503). */
export const RECEIPT_FLAG = '$MDNSent'

/** A receipt that a message requests and no user has decided on. */
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
