import type { Mailbox } from '../../../proxy/mail/index.ts'
import type { SpecialMailboxes } from './result.ts'

/** What a list tells besides its messages: where drafts, sent mail and trash are, and how names are parted. */
export interface Landscape {
  readonly special: SpecialMailboxes
  /** Empty when mailbox names are flat. */
  readonly delimiter: string
}

const landscapes = new WeakMap<readonly Mailbox[], Landscape>()

/**
 * Reads it off LIST, once for each listing. Where a special use is claimed twice (RFC 6154 allows it)
 * the first mailbox has it.
 */
export function landscapeOf(mailboxes: readonly Mailbox[]): Landscape {
  const known = landscapes.get(mailboxes)
  if (known !== undefined) return known
  const claims = mailboxes.flatMap(({ specialUse, path }) =>
    specialUse === undefined ? [] : [[specialUse, path] as const],
  )
  const landscape = {
    special: Object.fromEntries(claims.reverse()),
    delimiter: mailboxes.find(({ delimiter }) => delimiter !== undefined)?.delimiter ?? '',
  }
  landscapes.set(mailboxes, landscape)
  return landscape
}
