import type { Action } from '../contract/action.ts'
import { countsAfter, DONE } from './change-result.ts'
import { uidOptions, type NamedMessages } from '../input/named-messages.ts'

const CHANGES = {
  read: { add: ['\\Seen'], remove: [] },
  unread: { add: [], remove: ['\\Seen'] },
  flagged: { add: ['\\Flagged'], remove: [] },
  unflagged: { add: [], remove: ['\\Flagged'] },
  delete: { add: ['\\Deleted'], remove: [] },
  undelete: { add: [], remove: ['\\Deleted'] },
} as const

interface MarkInput extends NamedMessages {
  readonly flag: keyof typeof CHANGES
}

/** mail/mark: sets or clears one flag of the named messages. `delete` marks only: nothing is removed. */
export const mark: Action<MarkInput> = {
  method: 'POST',
  async run({ flag, ...named }, context) {
    const { mailbox, uids } = named
    await context.account.setFlags(mailbox, uids, CHANGES[flag], uidOptions(named, context))
    const counts = await countsAfter([mailbox], context)
    return { ...DONE, action: 'mark', mailbox, uids, flag, counts }
  },
}
