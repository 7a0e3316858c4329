import type { MailboxName } from '../../../proxy/mail/index.ts'
import type { Action } from '../contract/action.ts'
import { allFolders, ownFolder } from './list.ts'

interface SubscribeFolderInput {
  readonly path: MailboxName
  readonly isSubscribed: boolean
}

/** mail/subscribe-folder: shows a folder in the list or hides it. Its messages stay. */
export const subscribeFolder: Action<SubscribeFolderInput> = {
  method: 'POST',
  async run({ path, isSubscribed }, context) {
    await ownFolder(path, context)
    await context.account.setSubscribed(path, isSubscribed, { signal: context.signal })
    return allFolders(path, context)
  },
}
