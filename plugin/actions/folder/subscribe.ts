import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { allFolders, foldersOutput, ownFolder } from './list.ts'

export const subscribeFolder = defineAction({
  name: 'subscribe-folder',
  method: 'POST',
  about: 'shows a folder in the list or hides it; its messages stay',
  context: 'mail',
  input: z.strictObject({ path: mailboxInput, isSubscribed: z.boolean() }),
  output: foldersOutput,
  async run({ path, isSubscribed }, context) {
    await ownFolder(path, context)
    await context.account.setSubscribed(path, isSubscribed, { signal: context.signal })
    return allFolders(path, context)
  },
})
