import type { Mailbox } from '../../proxy/mail/mailbox.ts'
import type { SpecialMailboxes } from './result.ts'

/** What a list tells besides its messages: where drafts, sent mail and trash are, and how names are parted. */
export interface Landscape {
  readonly special: SpecialMailboxes
  /** Empty when mailbox names are flat. */
  readonly delimiter: string
}

/** Reads it off LIST. Where a special use is claimed twice (RFC 6154 allows it) the first mailbox has it. */
export function landscapeOf(mailboxes: readonly Mailbox[]): Landscape {
  const claims = mailboxes.flatMap(({ specialUse, path }) =>
    specialUse === undefined ? [] : [[specialUse, path] as const],
  )
  return {
    special: Object.fromEntries(claims.reverse()),
    delimiter: mailboxes.find(({ delimiter }) => delimiter !== undefined)?.delimiter ?? '',
  }
}
