import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { count } from '../contract/output.ts'

export const folderSize = defineAction({
  name: 'folder-size',
  method: 'GET',
  about: 'what a folder and all below it hold, for the question before it is emptied or deleted',
  context: 'mail',
  input: z.strictObject({ mailbox: mailboxInput }),
  output: z.strictObject({
    kind: z.literal('folder-size'),
    mailbox: z.string(),
    messages: count.describe('In it and in all folders below it'),
    folders: count.describe('Folders below it'),
  }),
  async run({ mailbox }, { account, signal }) {
    const { messages, mailboxes } = await account.branchSize(mailbox, { signal })
    return { kind: 'folder-size', mailbox, messages, folders: mailboxes }
  },
})
