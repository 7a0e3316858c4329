import type { Action } from './action.ts'

/** mail/folders: every mailbox, with counts of the subscribed ones. */
export const folders: Action<undefined> = {
  task: 'mail',
  name: 'folders',
  method: 'GET',
  parse: () => undefined,
  async run(_input, { account, signal }) {
    const [mailboxes, counts] = await Promise.all([
      account.mailboxes({ signal }),
      account.counts({ signal }),
    ])
    return { kind: 'folders', mailboxes, counts }
  },
}
