import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { allFolders, checkLocation, foldersOutput, locationInput } from './list.ts'
import { MADE_USES, specialMailbox } from './special-mailbox.ts'

export const createFolder = defineAction({
  name: 'create-folder',
  method: 'POST',
  about: 'makes a folder and subscribes it',
  context: 'mail',
  input: z.strictObject(locationInput),
  output: foldersOutput,
  async run(location, context) {
    await checkLocation(location, context)
    const path = await context.account.createMailbox(location, { signal: context.signal })
    return allFolders(path, context)
  },
})

export const createSpecialFolder = defineAction({
  name: 'create-special-folder',
  method: 'POST',
  about:
    'makes the folder for a use, e.g. the trash; `path` is the one that was there, where one was',
  context: 'mail',
  input: z.strictObject({ use: z.enum(MADE_USES) }),
  output: foldersOutput,
  run: async ({ use }, context) => allFolders(await specialMailbox(use, context), context),
})
