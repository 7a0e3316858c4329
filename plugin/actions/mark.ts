import type { Action } from './action.ts'
import { countsAfter } from './aftermath.ts'
import { mailboxName, oneOf, uidList } from './parameters.ts'

const WORDS = ['read', 'unread', 'flagged', 'unflagged', 'delete', 'undelete'] as const

const CHANGES = {
  read: { add: ['\\Seen'], remove: [] },
  unread: { add: [], remove: ['\\Seen'] },
  flagged: { add: ['\\Flagged'], remove: [] },
  unflagged: { add: [], remove: ['\\Flagged'] },
  delete: { add: ['\\Deleted'], remove: [] },
  undelete: { add: [], remove: ['\\Deleted'] },
} as const

interface MarkInput {
  readonly mailbox: string
  readonly uids: readonly number[]
  readonly flag: (typeof WORDS)[number]
}

/** mail/mark: sets or clears one flag of the named messages. `delete` marks only: nothing is removed. */
export const mark: Action<MarkInput> = {
  task: 'mail',
  name: 'mark',
  method: 'POST',
  parse: (parameters) => ({
    mailbox: mailboxName(parameters, '_mbox'),
    uids: uidList(parameters),
    flag: oneOf(parameters, '_flag', WORDS),
  }),
  async run({ mailbox, uids, flag }, context) {
    const { account, signal } = context
    await account.setFlags(mailbox, uids, CHANGES[flag], { signal })
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
      list: undefined,
    }
  },
}
