import { type DraftOrigin, mailboxName, type Message } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { findMessage } from '../folder/find-message.ts'
import { afterAction } from '../result/after-action.ts'

/**
 * What a draft answers or forwards: Postern notes where that is. Drafts of other programs name its Message-ID; it is searched
 * for where Roundcube says that it was, else in INBOX. undefined where it is not found.
 */
export async function originOfDraft(
  { draftOf, namedOrigin }: Message,
  services: Pick<MailContext, 'account' | 'signal'>,
): Promise<DraftOrigin | undefined> {
  if (draftOf !== undefined || namedOrigin === undefined) return draftOf
  const { mode, messageId, mailbox = mailboxName('INBOX') } = namedOrigin
  const found = await afterAction(() => findMessage(mailbox, messageId, services))
  return found && { mode, ...found }
}
