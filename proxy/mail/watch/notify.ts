import type { Untagged } from '../imap/conversation.ts'
import { decodeModifiedUtf7, mailboxName, type MailboxName } from '../model/mailbox-name.ts'
import { bigintOf, numberOf, pairsOf, textOf } from '../imap/parser/value.ts'
import type { MailboxState } from '../model/mailbox.ts'

/**
 * Requests changes of all mailboxes on one connection (RFC 5465 6). Without STATUS Dovecot 2.3 reports
 * nothing at all. MailboxName and SubscriptionChange are left out: with them each rename by any client
 * risks that Dovecot 2.3 corrupts its list of mailboxes ("Corrupted mailbox list index"), whereupon
 * connections that are open list names of before until they end. It was seen after 50 to 200 renames
 * with them, and without them once in 27,000 random operations, 1,100 of which changed names.
 */
export const NOTIFY_COMMAND =
  'NOTIFY SET STATUS (SELECTED (MessageNew (UID FLAGS) MessageExpunge FlagChange)) ' +
  '(PERSONAL (MessageNew MessageExpunge FlagChange))'

/** One thing a server says unasked. */
export type Push =
  /** Counters of a mailbox that is not selected; only those that changed. */
  | {
      readonly kind: 'status'
      /** What it may be named: one, or two where the server may have written it in plain UTF-8. */
      readonly names: readonly [MailboxName, ...MailboxName[]]
      readonly change: Partial<MailboxState>
    }
  /** Messages of the selected mailbox came, went or changed flags. */
  | { readonly kind: 'selected' }
  /** NOTIFICATIONOVERFLOW: the server has given up telling (RFC 5465 5.8). */
  | { readonly kind: 'overflow' }

/** What an untagged answer reports that was not requested; undefined when nothing. */
export function parsePush(response: Untagged): Push | undefined {
  if (response.kind === 'status') {
    return response.code === 'NOTIFICATIONOVERFLOW' ? { kind: 'overflow' } : undefined
  }
  if (response.kind !== 'data') return undefined
  switch (response.name) {
    case 'EXISTS':
    case 'EXPUNGE':
    case 'FETCH':
    case 'VANISHED':
      return { kind: 'selected' }
    case 'STATUS': {
      const name = textOf(response.values[0])
      // Dovecot 2.3 pushes names in plain UTF-8 where the standard wants modified UTF-7.
      const decoded = decodeModifiedUtf7(name)
      const others = decoded === name ? [] : [mailboxName(name)]
      const names = [mailboxName(decoded), ...others] as const
      return { kind: 'status', names, change: changeOf(pairsOf(response.values[1])) }
    }
    default:
      return undefined
  }
}

function changeOf(items: ReturnType<typeof pairsOf>): Partial<MailboxState> {
  const messages = numberOf(items.get('MESSAGES'))
  const unseen = numberOf(items.get('UNSEEN'))
  const uidNext = numberOf(items.get('UIDNEXT'))
  const uidValidity = bigintOf(items.get('UIDVALIDITY'))
  const highestModseq = bigintOf(items.get('HIGHESTMODSEQ'))
  return {
    ...(messages === undefined ? {} : { messages }),
    ...(unseen === undefined ? {} : { unseen }),
    ...(uidNext === undefined ? {} : { uidNext }),
    ...(uidValidity === undefined ? {} : { uidValidity }),
    ...(highestModseq === undefined ? {} : { highestModseq }),
  }
}
