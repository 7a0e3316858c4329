import type { Action } from '../contract/action.ts'
import { allFolders } from './list.ts'
import { specialMailbox, type MadeUse } from './special-mailbox.ts'

/**
 * mail/create-special-folder: makes the folder for a use, e.g. the trash; where there is one, nothing.
 * Answers all folders, `path` being the one with the use.
 */
export const createSpecialFolder: Action<MadeUse> = {
  method: 'POST',
  run: async (use, context) => allFolders(await specialMailbox(use, context), context),
}
