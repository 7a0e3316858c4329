import type { Action } from '../contract/action.ts'
import { mailboxListingOf } from '../result/mailbox-listing.ts'
import { pageNumber } from '../input/parameters.ts'

/** mail/getunread: unseen counts of the subscribed mailboxes. Flags stay untouched. */
export const getunread: Action<{ readonly page: number }> = {
  task: 'mail',
  name: 'getunread',
  method: 'GET',
  // Part of the request's shape (spec 4); the counts are the same on every page.
  parse: (parameters) => ({ page: pageNumber(parameters) ?? 1 }),
  async run(_input, { account, signal }) {
    const [counts, mailboxes] = await Promise.all([
      account.counts({ signal }),
      account.mailboxes({ signal }),
    ])
    return { kind: 'unread', counts, special: mailboxListingOf(mailboxes).special }
  },
}
