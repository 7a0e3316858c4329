/** Why the mail server's side failed. A limit or an outage is never a wrong password (plugin/docs/architecture.md). */
export type MailFaultCode =
  | 'authentication_refused'
  /** The server had the password, and did not judge it for as long as was waited. */
  | 'password_unanswered'
  | 'unavailable'
  | 'limit_reached'
  | 'closed'
  | 'mailbox_not_found'
  | 'message_not_found'
  /** UIDs of another UIDVALIDITY: the mailbox was deleted and made again since they were sent. */
  | 'mailbox_replaced'
  | 'mailbox_exists'
  | 'mailbox_refused'
  /** The server itself says that what it keeps of the mailbox is damaged. */
  | 'mailbox_damaged'
  /** The server cannot make sense of the message. */
  | 'message_unreadable'
  /** A NO of the IMAP server for a reason it does not give. */
  | 'server_refused'
  /** A BAD: the IMAP server did not understand our command. */
  | 'not_understood'
  | 'over_quota'
  /** The submission server did not take the message, or we did not make one of what was given. */
  | 'rejected'
  /** The submission server does not take the message now: as at its limit of messages an hour. */
  | 'deferred'
  /** One recipient, permanently or for now; `recipient` names it. */
  | 'recipient_refused'
  | 'recipient_deferred'
  /** `recipient` is beyond ASCII, and the submission server does not offer SMTPUTF8 (RFC 6531). */
  | 'smtputf8_missing'
  /** The server may have taken the message: it had all of it, and its response never came. */
  | 'delivery_uncertain'
  /** A response over one of the bounds of what a response may be; its connection has ended. */
  | 'response_too_large'
  | 'timed_out'
  /** A search took all the time it may, on a server that may be healthy: another try would take as long. */
  | 'search_stopped'
  | 'busy'

/**
 * Which server, and at the sign-in, at one with a password that a panel handed over, or after it: reports the log which of
 * its lines a fault is.
 */
export type MailService = 'imap sign-in' | 'imap hand-over' | 'imap' | 'smtp'

/** A failed mail operation, typed where IMAP or SMTP is spoken. */
export class MailFault extends Error {
  override readonly name = 'MailFault'
  readonly code: MailFaultCode
  /** The server's own text, one line, for the error log: e.g. `Authentication failed.` */
  readonly serverText: string
  /** The server's reply to a command, for the owner to read; undefined where the text is ours. */
  readonly reply: string | undefined
  /** Whom the submission server refused, when it was one of the recipients. */
  readonly recipient: string | undefined
  /** The mailbox that the IMAP server refused, where it need not be the one on show. */
  readonly mailbox: string | undefined
  readonly service: MailService

  constructor(
    code: MailFaultCode,
    serverText: string,
    options: {
      readonly cause?: unknown
      readonly reply?: string | undefined
      readonly recipient?: string | undefined
      readonly mailbox?: string | undefined
      readonly service?: MailService
    } = {},
  ) {
    super(`${code}: ${serverText}`, 'cause' in options ? { cause: options.cause } : {})
    this.code = code
    this.serverText = serverText
    this.reply = options.reply
    this.recipient = options.recipient
    this.mailbox = options.mailbox
    this.service = options.service ?? 'imap'
  }

  /** The error as one of that service, when it is a MailFault; any other as it is. */
  static at(service: MailService, error: unknown): unknown {
    if (!(error instanceof MailFault) || error.service === service) return error
    const { code, serverText, reply, recipient, mailbox } = error
    return new MailFault(code, serverText, { cause: error, reply, recipient, mailbox, service })
  }
}

/** Whether the message that was named is not there: it, or its mailbox, was deleted or replaced. */
export function isMessageMissing(error: unknown): boolean {
  return error instanceof MailFault && ABSENCES.has(error.code)
}

const ABSENCES: ReadonlySet<MailFaultCode> = new Set([
  'message_not_found',
  'mailbox_not_found',
  'mailbox_replaced',
])

/** Whether the server judged a password and refused it: to continue trying it would be taken for guessing. */
export function isPasswordRefused(error: unknown): error is MailFault {
  return error instanceof MailFault && error.code === 'authentication_refused'
}

/** Whether the server had a password and did not judge it in time: it may have been a guess. */
export function isPasswordUnanswered(error: unknown): error is MailFault {
  return error instanceof MailFault && error.code === 'password_unanswered'
}
