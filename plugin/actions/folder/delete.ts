import type { Mailbox, MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { allFolders, ownFolder } from './list.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { findSpecialMailbox } from './special-mailbox.ts'

interface DeleteFolderInput {
  readonly path: MailboxName
  readonly isForGood: boolean
}

/** Folders of one name the trash may hold. */
const MAX_NAMESAKES = 100

/**
 * mail/delete-folder: moves a folder with all below it into the trash; for good it deletes it and
 * its messages. Answers all folders, `path` being where it is now.
 */
export const deleteFolder: Action<DeleteFolderInput> = {
  method: 'POST',
  async run({ path, isForGood }, context) {
    const { account, signal } = context
    const mailbox = await ownFolder(path, context)
    await checkNothingNeeded(path, context)
    if (!isForGood) return allFolders(await moveToTrash(mailbox, context), context)
    await account.deleteMailbox(path, { signal })
    return allFolders(undefined, context)
  },
}

/** Throws Refusal('mailbox_refused') when a folder that mail needs is below. */
async function checkNothingNeeded(
  path: MailboxName,
  { account, signal }: ActionContext,
): Promise<void> {
  const mailboxes = await account.mailboxes({ signal })
  const { special, delimiter } = mailboxListingOf(mailboxes)
  const isBelow = (other: string) => delimiter !== '' && other.startsWith(`${path}${delimiter}`)
  if (Object.values(special).some(isBelow)) throw new Refusal('mailbox_refused')
}

/** Throws Refusal: what is in the trash, or finds none, is deleted for good only when that is said. */
async function moveToTrash({ path, name }: Mailbox, context: ActionContext): Promise<MailboxName> {
  const { account, signal } = context
  const trash = await findSpecialMailbox('trash', context)
  if (trash === undefined) throw new Refusal('trash_missing')
  const mailboxes = await account.mailboxes({ signal })
  const { delimiter } = mailboxListingOf(mailboxes)
  // Flat names have no place below the trash.
  if (delimiter === '') throw new Refusal('mailbox_refused')
  if (path.startsWith(`${trash}${delimiter}`)) throw new Refusal('delete_unconfirmed')
  const taken = new Set<string>(mailboxes.map((mailbox) => mailbox.path))
  const names = [name, ...Array.from({ length: MAX_NAMESAKES }, (_, n) => `${name} ${n + 2}`)]
  const free = names.find((candidate) => !taken.has(`${trash}${delimiter}${candidate}`))
  if (free === undefined) throw new Refusal('mailbox_exists')
  return account.renameMailbox(path, { parent: trash, name: free }, { signal })
}
