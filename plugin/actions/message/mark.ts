import type { Action } from '../contract/action.ts'
import { countsAfter } from './change-result.ts'
import { namedMessages, uidOptions, type NamedMessages } from '../input/named-messages.ts'
import { oneOf } from '../input/parameters.ts'

const WORDS = ['read', 'unread', 'flagged', 'unflagged', 'delete', 'undelete'] as const

const CHANGES = {
  read: { add: ['\\Seen'], remove: [] },
  unread: { add: [], remove: ['\\Seen'] },
  flagged: { add: ['\\Flagged'], remove: [] },
  unflagged: { add: [], remove: ['\\Flagged'] },
  delete: { add: ['\\Deleted'], remove: [] },
  undelete: { add: [], remove: ['\\Deleted'] },
} as const

interface MarkInput extends NamedMessages {
  readonly flag: (typeof WORDS)[number]
}

/** mail/mark: sets or clears one flag of the named messages. `delete` marks only: nothing is removed. */
export const mark: Action<MarkInput> = {
  task: 'mail',
  name: 'mark',
  method: 'POST',
  parse: (parameters) => ({
    ...namedMessages(parameters),
    flag: oneOf(parameters, '_flag', WORDS),
  }),
  async run({ flag, ...named }, context) {
    const { mailbox, uids } = named
    await context.account.setFlags(mailbox, uids, CHANGES[flag], uidOptions(named, context))
    return {
      kind: 'done',
      action: 'mark',
      mailbox,
      uids,
      flag,
      counts: await countsAfter([mailbox], context),
      special: {},
      target: undefined,
      uidMap: undefined,
      targetUidValidity: undefined,
      list: undefined,
    }
  },
}
