import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { mailboxCount } from '../contract/output.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

export const getunread = defineAction({
  name: 'getunread',
  method: 'GET',
  about: 'unseen counts of the subscribed mailboxes',
  context: 'mail',
  input: nothing,
  output: z.strictObject({ kind: z.literal('unread'), counts: z.array(mailboxCount) }),
  async run(_input, { account, signal }) {
    const [counts, mailboxes] = await Promise.all([
      account.counts({ signal }),
      account.mailboxes({ signal }),
    ])
    return { kind: 'unread', counts, special: mailboxListingOf(mailboxes).special }
  },
})
