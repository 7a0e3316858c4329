import type { Action } from '../contract/action.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

/** mail/getunread: unseen counts of the subscribed mailboxes. Flags stay untouched. */
export const getunread: Action<undefined> = {
  method: 'GET',
  async run(_input, { account, signal }) {
    const [counts, mailboxes] = await Promise.all([
      account.counts({ signal }),
      account.mailboxes({ signal }),
    ])
    return { kind: 'unread', counts, special: mailboxListingOf(mailboxes).special }
  },
}
