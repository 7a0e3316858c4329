import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { allFolders, checkLocation, foldersOutput, ownFolder, locationInput } from './list.ts'

export const renameFolder = defineAction({
  name: 'rename-folder',
  method: 'POST',
  about: 'gives a folder another name or another place, with all below it',
  context: 'mail',
  input: z.strictObject({ path: mailboxInput, ...locationInput }),
  output: foldersOutput,
  async run({ path, ...location }, context) {
    const { delimiter = '' } = await ownFolder(path, context)
    await checkLocation(location, context)
    const { parent } = location
    if (parent === path || parent?.startsWith(`${path}${delimiter}`) === true) {
      throw new Refusal('mailbox_refused')
    }
    const renamed = await context.account.renameMailbox(path, location, { signal: context.signal })
    return allFolders(renamed, context)
  },
})
