import type { MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { allFolders } from './list.ts'
import type { MadeUse } from './special-mailbox.ts'

interface UseFolderInput {
  readonly path: MailboxName
  readonly use: MadeUse | 'none'
}

/**
 * mail/use-folder: the owner chooses a folder for a use, e.g. as the trash, or takes the choice back.
 * Answers all folders. Throws Refusal('mailbox_refused') for INBOX and what holds no messages.
 */
export const useFolder: Action<UseFolderInput> = {
  method: 'POST',
  async run({ path, use }, context) {
    const { account, folderUses, signal } = context
    const mailboxes = await account.mailboxes({ signal, isConfirmed: true })
    const mailbox = mailboxes.find((candidate) => candidate.path === path)
    if (mailbox === undefined) throw new Refusal('mailbox_not_found')
    if (!mailbox.isSelectable || mailbox.specialUse === 'inbox') {
      throw new Refusal('mailbox_refused')
    }
    const others = Object.entries(await folderUses.current()).filter(([, other]) => other !== path)
    const chosen = Object.fromEntries(others)
    await folderUses.choose(use === 'none' ? chosen : { ...chosen, [use]: path })
    return allFolders(path, context)
  },
}
