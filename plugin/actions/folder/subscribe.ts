import type { Action } from '../contract/action.ts'
import { ownFolder } from './parameters.ts'
import { allFolders } from './list.ts'
import { isOn, requiredMailboxName } from '../input/parameters.ts'

interface SubscribeFolderInput {
  readonly path: string
  readonly isSubscribed: boolean
}

/** mail/subscribe-folder: shows a folder in the list (`_subscribed=1`) or hides it. Its messages stay. */
export const subscribeFolder: Action<SubscribeFolderInput> = {
  task: 'mail',
  name: 'subscribe-folder',
  method: 'POST',
  parse: (parameters) => ({
    path: requiredMailboxName(parameters, '_mbox'),
    isSubscribed: isOn(parameters, '_subscribed'),
  }),
  async run({ path, isSubscribed }, context) {
    await ownFolder(path, context)
    await context.account.setSubscribed(path, isSubscribed, { signal: context.signal })
    return allFolders(path, context)
  },
}
