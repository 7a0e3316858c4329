import { MailFault } from '../../proxy/mail/index.ts'

/** A mail fault with the user it happened to, which the error log names (spec 7). */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly username: string
  readonly fault: MailFault

  constructor(username: string, fault: MailFault) {
    super(fault.message, { cause: fault })
    this.username = username
    this.fault = fault
  }

  /** Adds the user to a mail fault; any other error is returned as it is. */
  static of(error: unknown, username: string): unknown {
    return error instanceof MailFault ? new MailFailure(username, error) : error
  }
}
