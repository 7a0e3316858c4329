import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { uidInput, uidValidityInput } from '../contract/input.ts'
import { listFields } from '../contract/list-input.ts'
import { count, uidValidity } from '../contract/output.ts'
import { pageRequest } from './list.ts'

/** What a mark would change: only that is worth a write, and only that may be undone. */
const CHANGED_BY = {
  read: 'UNSEEN',
  unread: 'SEEN',
  flagged: 'UNFLAGGED',
  unflagged: 'FLAGGED',
} as const

const input = z.strictObject({
  ...listFields,
  uidValidity: uidValidityInput,
  flag: z
    .enum(['read', 'unread', 'flagged', 'unflagged'])
    .describe('Those that this mark would change')
    .optional(),
  ends: z.tuple([uidInput, uidInput]).describe('Those from one message to another').optional(),
})

/** Ten megabytes of UIDs at the very worst, when no two of them follow each other. */
const MAX_UIDS = 1_000_000

/** A picture of this moment: what arrives later is not in it. */
export const uids = defineAction({
  name: 'uids',
  method: 'GET',
  about: 'every message of a list by its UID, not only those of a page',
  context: 'mail',
  input,
  output: z.strictObject({
    kind: z.literal('uids'),
    mailbox: z.string(),
    uidValidity,
    set: z.string().describe('IMAP sequence set, ascending: 1:3,7'),
    count,
  }),
  isSearch: ({ search }) => search !== undefined,
  async run({ flag, ends, uidValidity: validity, ...list }, context) {
    const request = { ...list, page: 1, isListingWanted: false }
    const { mailbox, ...listed } = pageRequest(request, context)
    const { account, signal } = context
    const flags = flag && CHANGED_BY[flag]
    const matching =
      ends === undefined
        ? await account.matchingUids(mailbox, { search: listed.search, flags }, { signal })
        : await account.uidsBetween(mailbox, { ...listed, ends }, { signal, uidValidity: validity })
    if (matching.count > MAX_UIDS) throw new Refusal('too_many_messages')
    return { kind: 'uids', mailbox, ...matching, uidValidity: matching.uidValidity.toString() }
  },
})
