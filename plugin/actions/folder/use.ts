import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { allFolders, foldersOutput } from './list.ts'
import { MADE_USES } from './special-mailbox.ts'

/** Throws Refusal('mailbox_refused') for INBOX and what holds no messages. */
export const useFolder = defineAction({
  name: 'use-folder',
  method: 'POST',
  about:
    "the owner's choice of a folder for a use, e.g. as the trash, which comes before marks and names; `none` takes it back",
  context: 'mail',
  input: z.strictObject({ path: mailboxInput, use: z.enum([...MADE_USES, 'none']) }),
  output: foldersOutput,
  async run({ path, use }, context) {
    const { account, folderUses, signal } = context
    const mailboxes = await account.mailboxes({ signal, isConfirmed: true })
    const mailbox = mailboxes.find((candidate) => candidate.path === path)
    if (mailbox === undefined) throw new Refusal('mailbox_not_found')
    if (!mailbox.isSelectable || mailbox.specialUse === 'inbox') {
      throw new Refusal('mailbox_refused')
    }
    const others = Object.entries(await folderUses.current()).filter(([, other]) => other !== path)
    const chosen = Object.fromEntries(others)
    await folderUses.choose(use === 'none' ? chosen : { ...chosen, [use]: path })
    return allFolders(path, context)
  },
})
