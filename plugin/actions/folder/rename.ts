import type { MailboxName, MailboxPlace } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { allFolders, checkPlace, ownFolder } from './list.ts'

interface RenameFolderInput extends MailboxPlace {
  readonly path: MailboxName
}

/** mail/rename-folder: gives a folder another name or another place, with all below it. Answers all folders. */
export const renameFolder: Action<RenameFolderInput> = {
  method: 'POST',
  async run({ path, ...place }, context) {
    const { delimiter = '' } = await ownFolder(path, context)
    await checkPlace(place, context)
    const { parent } = place
    if (parent === path || parent?.startsWith(`${path}${delimiter}`) === true) {
      throw new Refusal('mailbox_refused')
    }
    const renamed = await context.account.renameMailbox(path, place, { signal: context.signal })
    return allFolders(renamed, context)
  },
}
