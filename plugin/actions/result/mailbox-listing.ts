import type { Mailbox } from '../../../proxy/mail/index.ts'
import type { SpecialMailboxes } from './result.ts'

/** What a list tells besides its messages: where drafts, sent mail and trash are, and how names are parted. */
export interface MailboxListing {
  readonly special: SpecialMailboxes
  /** Empty when mailbox names are flat. */
  readonly delimiter: string
}

const listings = new WeakMap<readonly Mailbox[], MailboxListing>()

/**
 * Reads it off LIST, once for each listing. Where a special use is claimed twice (RFC 6154 allows it)
 * the first mailbox has it.
 */
export function mailboxListingOf(mailboxes: readonly Mailbox[]): MailboxListing {
  const known = listings.get(mailboxes)
  if (known !== undefined) return known
  const claims = mailboxes.flatMap(({ specialUse, path }) =>
    specialUse === undefined ? [] : [[specialUse, path] as const],
  )
  const listing = {
    special: Object.fromEntries(claims.reverse()),
    delimiter: mailboxes.find(({ delimiter }) => delimiter !== undefined)?.delimiter ?? '',
  }
  listings.set(mailboxes, listing)
  return listing
}
