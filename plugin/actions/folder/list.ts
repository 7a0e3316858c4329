import type { Mailbox, MailboxName, MailboxPlace } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { FoldersResult } from '../result/result.ts'
import { Refusal } from '../../http/refusal.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

/** mail/folders: every mailbox with counts of the subscribed ones, and the storage used. */
export const folders: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => allFolders(undefined, context),
}

/** The folders as they are now; `path` is the one an act made or renamed. */
export async function allFolders(
  path: MailboxName | undefined,
  { account, signal }: ActionContext,
): Promise<FoldersResult> {
  return { kind: 'folders', path, ...(await account.overview({ signal })) }
}

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
  // A name with the delimiter would stand elsewhere in the tree.
  const refused = [...new Set(['*', '%', delimiter])].filter(
    (sign) => sign !== '' && name.includes(sign),
  )
  if (refused.length > 0) throw new Refusal('folder_name_invalid', { about: refused.join(' ') })
  if (name === '') throw new Refusal('folder_name_invalid')
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
