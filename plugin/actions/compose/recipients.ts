import { z } from 'zod'
import type { Address, MessageRow } from '../../../proxy/mail/index.ts'
import { unlessAway } from '../../../store/index.ts'
import { defineAction } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { address } from '../contract/output.ts'
import { addressesOutput } from '../contract/row.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

/** Messages of Sent that are looked at, the newest; their rows are kept, so asking again costs one round trip. */
const MESSAGES = 500
const MAX_RECIPIENTS = 300

/**
 * Read off the Sent folder: nothing is stored, and what is deleted there is forgotten here. The page asks when an address
 * field gets the focus, so the contacts are read meanwhile: the first completion finds them available.
 */
export const recipients = defineAction({
  name: 'recipients',
  method: 'GET',
  about: 'whom the owner wrote to lately, the most frequent first',
  context: 'reading',
  input: nothing,
  output: z.strictObject({ kind: z.literal('recipients'), addresses: z.array(address) }),
  async run(_input, { account, contacts: book, signal }) {
    const [mailboxes] = await Promise.all([
      account.mailboxes({ signal }),
      // Without the store the Sent folder still has a reply.
      unlessAway(book.index()),
      unlessAway(book.usage()),
    ])
    const { special } = mailboxListingOf(mailboxes)
    if (special.sent === undefined) return { kind: 'recipients', addresses: [] }
    const page = await account.page(
      { mailbox: special.sent, page: 1, pageSize: MESSAGES, sort: undefined, search: undefined },
      { signal },
    )
    return {
      kind: 'recipients',
      addresses: addressesOutput(byUse(page.rows).slice(0, MAX_RECIPIENTS)),
    }
  },
})

/** Each address once, under the name used last. Of two used as often the one used last comes first. */
function byUse(newestFirst: readonly MessageRow[]): readonly Address[] {
  const uses = new Map<string, { readonly address: Address; count: number }>()
  for (const { summary } of newestFirst) {
    for (const address of [...summary.to, ...summary.cc]) {
      const key = address.address.toLowerCase()
      const known = uses.get(key)
      if (known === undefined) uses.set(key, { address, count: 1 })
      else known.count += 1
    }
  }
  return [...uses.values()]
    .sort((one, other) => other.count - one.count)
    .map(({ address }) => address)
}
