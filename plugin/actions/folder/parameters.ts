import type { Mailbox, MailboxName, MailboxPlace } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ActionContext } from '../contract/action.ts'
import { mailboxListingOf } from '../result/mailbox-listing.ts'

/**
 * Throws Refusal('folder_name_invalid') for a name that is empty, that LIST takes for a pattern, or
 * that would stand elsewhere in the tree; Refusal('mailbox_not_found') for a parent that is not there.
 */
export async function checkPlace(
  { parent, name }: MailboxPlace,
  { account, signal }: ActionContext,
): Promise<void> {
  const mailboxes = await account.mailboxes({ signal })
  const { delimiter } = mailboxListingOf(mailboxes)
  const isSplit = delimiter !== '' && name.includes(delimiter)
  if (name === '' || isSplit || /[*%]/.test(name)) throw new Refusal('folder_name_invalid')
  if (parent !== undefined && !mailboxes.some(({ path }) => path === parent)) {
    throw new Refusal('mailbox_not_found')
  }
}

/** The owner's own folder at a path. INBOX and the folders with a use are refused: mail needs them. */
export async function ownFolder(
  path: MailboxName,
  { account, signal }: ActionContext,
): Promise<Mailbox> {
  const mailboxes = await account.mailboxes({ signal })
  const mailbox = mailboxes.find((candidate) => candidate.path === path)
  if (mailbox === undefined) throw new Refusal('mailbox_not_found')
  if (mailbox.specialUse !== undefined) throw new Refusal('mailbox_refused')
  return mailbox
}
