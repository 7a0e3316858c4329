import type { Message, UnsubscribeWay } from '../../../proxy/mail/index.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import type { MailContext } from '../contract/contexts.ts'
import type { NamedMessage } from '../input/named-messages.ts'

/**
 * How the list that sent a message can be left. Nothing is offered in junk, where a request only proves that the address is read, nor
 * of what the owner wrote.
 */
export async function offeredWays(
  { mailbox }: Pick<NamedMessage, 'mailbox'>,
  { unsubscribeWays = [] }: Pick<Message, 'unsubscribeWays'>,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<readonly UnsubscribeWay[]> {
  if (unsubscribeWays.length === 0) return []
  const { special } = mailboxListingOf(await account.mailboxes({ signal }))
  const isOffered = ![special.junk, special.sent, special.drafts].includes(mailbox)
  return isOffered ? unsubscribeWays : []
}
