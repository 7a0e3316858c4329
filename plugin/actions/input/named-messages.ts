import type { MailboxName, UidOptions } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'

/** A mailbox as the client was told it; `uidValidity` is undefined when it does not say. */
export interface NamedMailbox {
  readonly mailbox: MailboxName
  readonly uidValidity: bigint | undefined
}

/** Messages as an action names them. */
export interface NamedMessages extends NamedMailbox {
  readonly uids: readonly number[]
}

/** The one message a request is about. */
export interface NamedMessage extends NamedMailbox {
  readonly uid: number
}

/**
 * What the account is to hold the UIDs to. A client that does not say which UIDVALIDITY they are from
 * has them from the list that its session was last shown of the mailbox.
 */
export function uidOptions(
  { mailbox, uidValidity }: NamedMailbox,
  { views, signal }: Pick<MailContext, 'views' | 'signal'>,
): UidOptions {
  return { signal, uidValidity: uidValidity ?? views.get(mailbox)?.uidValidity }
}
