import type { MailboxPlace } from '../../../proxy/mail/index.ts'
import type { Action } from '../contract/action.ts'
import { checkPlace } from './parameters.ts'
import { allFolders } from './list.ts'

/** mail/create-folder: makes a folder and subscribes it. Answers all folders. */
export const createFolder: Action<MailboxPlace> = {
  method: 'POST',
  async run(place, context) {
    await checkPlace(place, context)
    const path = await context.account.createMailbox(place, { signal: context.signal })
    return allFolders(path, context)
  },
}
