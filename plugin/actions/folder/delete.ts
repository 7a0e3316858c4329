import { z } from 'zod'
import type { Mailbox, MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { allFolders, foldersOutput, ownFolder } from './list.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { findSpecialMailbox } from './special-mailbox.ts'

/** Folders of one name the trash may hold. */
const MAX_NAMESAKES = 100

export const deleteFolder = defineAction({
  name: 'delete-folder',
  method: 'POST',
  about:
    'moves a folder with all below it into the trash, or deletes it permanently with its messages; `path` is where it is now',
  context: 'mail',
  input: z.strictObject({ path: mailboxInput, isPermanent: z.boolean() }),
  output: foldersOutput,
  async run({ path, isPermanent }, context) {
    const { account, signal } = context
    const mailbox = await ownFolder(path, context)
    await checkNothingNeeded(path, context)
    if (!isPermanent) return allFolders(await moveToTrash(mailbox, context), context)
    await account.deleteMailbox(path, { signal })
    return allFolders(undefined, context)
  },
})

/** Throws Refusal('mailbox_refused') when a folder that mail needs is below. */
async function checkNothingNeeded(
  path: MailboxName,
  { account, signal }: MailContext,
): Promise<void> {
  const mailboxes = await account.mailboxes({ signal })
  const { special, delimiter } = mailboxListingOf(mailboxes)
  const isBelow = (other: string) => delimiter !== '' && other.startsWith(`${path}${delimiter}`)
  if (Object.values(special).some(isBelow)) throw new Refusal('mailbox_refused')
}

/** Throws Refusal: what is in the trash, or finds none, is deleted permanently only when that is said. */
async function moveToTrash({ path, name }: Mailbox, context: MailContext): Promise<MailboxName> {
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
