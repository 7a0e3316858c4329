import { z } from 'zod'
import { domainOf } from '../../../proxy/address/mail-address.ts'
import type { Address, MessageRow } from '../../../proxy/mail/index.ts'
import { unlessAway } from '../../../store/index.ts'
import { defineAction } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { address } from '../contract/output.ts'
import { addressesOutput } from '../contract/row.ts'
import { ownAddresses } from '../settings/own-addresses.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

/** Messages of Sent that are looked at, the newest; their rows are kept, so asking again costs one round trip. */
const MESSAGES = 500
const MAX_RECIPIENTS = 300
/** Of contacts and recipients. */
const MAX_DOMAINS = 2_000

const domains = z.array(z.string())

/**
 * Read off the Sent folder: nothing is stored, and what is deleted there is forgotten here. The page asks when an address
 * field gets the focus, so the contacts are read meanwhile: the first completion finds them available.
 */
export const recipients = defineAction({
  name: 'recipients',
  method: 'GET',
  about: 'whom the owner wrote to, the latest first, and the domains to compare recipients with',
  context: 'reading',
  input: nothing,
  output: z.strictObject({
    kind: z.literal('recipients'),
    addresses: z.array(address),
    domains: z.strictObject({
      internal: domains.describe(
        'All others are external; none where the administrator names none',
      ),
      own: domains.describe("Internal ones and those of the owner's addresses"),
      known: domains.describe('Of contacts, and of whom the owner wrote to'),
    }),
  }),
  async run(_input, context) {
    const { account, contacts: book, signal } = context
    const [mailboxes, contacts, usage, own] = await Promise.all([
      account.mailboxes({ signal }),
      // Without the store the Sent folder still has a reply.
      unlessAway(book.index()),
      unlessAway(book.usage()),
      unlessAway(ownAddresses(context)),
    ])
    const internal = context.internalDomains.map((domain) => domain.toLowerCase())
    const found = {
      internal,
      own: [...new Set([...internal, ...domainsOf(own?.senders ?? [])])],
      known: domainsOf([...(usage?.byAddress.keys() ?? []), ...(contacts?.byAddress.keys() ?? [])]),
    }
    const { special } = mailboxListingOf(mailboxes)
    if (special.sent === undefined) return { kind: 'recipients', addresses: [], domains: found }
    const page = await account.page(
      { mailbox: special.sent, page: 1, pageSize: MESSAGES, sort: undefined, search: undefined },
      { signal },
    )
    const addresses = addressesOutput(latestOf(page.rows).slice(0, MAX_RECIPIENTS))
    const known = domainsOf([...addresses.map(({ address }) => address), ...found.known])
    return { kind: 'recipients', addresses, domains: { ...found, known } }
  },
})

/** Each address once, under the name used last. */
function latestOf(newestFirst: readonly MessageRow[]): readonly Address[] {
  const latest = new Map<string, Address>()
  for (const { summary } of newestFirst) {
    for (const address of [...summary.to, ...summary.cc]) {
      const key = address.address.toLowerCase()
      if (!latest.has(key)) latest.set(key, address)
    }
  }
  return [...latest.values()]
}

/** The domains of addresses or domains, each once. */
function domainsOf(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map(domainOf))]
    .filter((domain) => domain !== '')
    .slice(0, MAX_DOMAINS)
}
