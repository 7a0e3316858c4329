/** Why the mail server's side failed. A limit or an outage is never a wrong password (design section 3). */
export type MailFaultCode =
  | 'authentication_refused'
  | 'unavailable'
  | 'limit_reached'
  | 'closed'
  | 'mailbox_not_found'
  | 'message_not_found'
  /** UIDs of another UIDVALIDITY: the mailbox was deleted and made anew since they were told. */
  | 'mailbox_replaced'
  | 'mailbox_exists'
  | 'mailbox_refused'
  | 'over_quota'
  | 'rejected'
  /** One recipient, for good or for now; `recipient` names it. */
  | 'recipient_refused'
  | 'recipient_deferred'
  /** The server may have taken the message: it had all of it, and its answer never came. */
  | 'delivery_uncertain'
  /** An answer over one of the bounds of what an answer may be; its connection has ended. */
  | 'response_too_large'
  | 'timed_out'
  | 'busy'

/** A failed mail operation, typed at the IMAP or SMTP door. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
  readonly code: MailFaultCode
  /** The server's own words, one line, for the error log: e.g. `Authentication failed.` */
  readonly serverText: string
  /** Whom the submission server refused, when it was one of the recipients. */
  readonly recipient: string | undefined

  constructor(
    code: MailFaultCode,
    serverText: string,
    options: { readonly cause?: unknown; readonly recipient?: string | undefined } = {},
  ) {
    super(`${code}: ${serverText}`, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.serverText = serverText
    this.recipient = options.recipient
  }
}
