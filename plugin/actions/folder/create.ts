import type { MailboxPlace } from '../../../proxy/mail/index.ts'
import type { Action } from '../contract/action.ts'
import { allFolders, checkPlace } from './list.ts'
import { type MadeUse, specialMailbox } from './special-mailbox.ts'

/** mail/create-folder: makes a folder and subscribes it. Answers all folders. */
export const createFolder: Action<MailboxPlace> = {
  method: 'POST',
  async run(place, context) {
    await checkPlace(place, context)
    const path = await context.account.createMailbox(place, { signal: context.signal })
    return allFolders(path, context)
  },
}

/**
 * mail/create-special-folder: makes the folder for a use, e.g. the trash; where there is one, nothing.
 * Answers all folders, `path` being the one with the use.
 */
export const createSpecialFolder: Action<MadeUse> = {
  method: 'POST',
  run: async (use, context) => allFolders(await specialMailbox(use, context), context),
}
