import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { namedMessages } from '../contract/input.ts'
import { done } from '../contract/output.ts'
import { countsAfter, DONE } from './change-result.ts'
import { uidOptions } from '../input/named-messages.ts'

const CHANGES = {
  read: { add: ['\\Seen'], remove: [] },
  unread: { add: [], remove: ['\\Seen'] },
  flagged: { add: ['\\Flagged'], remove: [] },
  unflagged: { add: [], remove: ['\\Flagged'] },
  delete: { add: ['\\Deleted'], remove: [] },
  undelete: { add: [], remove: ['\\Deleted'] },
} as const

const FLAGS = ['read', 'unread', 'flagged', 'unflagged', 'delete', 'undelete'] as const

export const mark = defineAction({
  name: 'mark',
  method: 'POST',
  about: 'sets or clears one flag of messages; `delete` marks only',
  context: 'mail',
  input: namedMessages.extend({ flag: z.enum(FLAGS) }),
  output: done,
  async run({ flag, ...named }, context) {
    const { mailbox, uids } = named
    await context.account.setFlags(mailbox, uids, CHANGES[flag], uidOptions(named, context))
    const counts = await countsAfter([mailbox], context)
    return { ...DONE, action: 'mark', mailbox, uids, flag, counts }
  },
})
