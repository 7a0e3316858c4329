import type { MailboxState } from '../../../proxy/mail/model/mailbox.ts'
import type { MessageRow, Summary } from '../../../proxy/mail/model/summary.ts'
import type { ListResult } from '../../../plugin/actions/result/result.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** A state of INBOX with nothing remarkable about it. */
export function stateOf(changes: Partial<MailboxState> = {}): MailboxState {
  return {
    path: 'INBOX',
    messages: 50,
    unseen: 9,
    uidNext: 51,
    uidValidity: 7n,
    highestModseq: 100n,
    ...changes,
  }
}

/** A row; what is not said is plain. */
export function rowOf(
  summary: Partial<Summary> & { readonly uid: number },
  flags: readonly string[] = [],
  modseq: bigint | undefined = 1n,
): MessageRow {
  const plain: Summary = {
    uid: summary.uid,
    subject: `message ${summary.uid}`,
    from: [{ name: 'Anna Ito', address: 'anna.ito@example.com' }],
    to: [{ name: '', address: 'user0001@example.test' }],
    cc: [],
    date: Date.UTC(2026, 8, 3, 12, 0),
    size: 1007,
    contentType: 'text/plain',
    hasAttachment: false,
    priority: undefined,
    messageId: `<${summary.uid}@example.com>`,
  }
  return { summary: { ...plain, ...summary }, flags, modseq }
}

/** Plain rows with UIDs from `first` down to `last`. */
export function rowsDown(first: number, last: number): readonly MessageRow[] {
  return Array.from({ length: first - last + 1 }, (_, index) => rowOf({ uid: first - index }))
}

/** The first page of INBOX holding these rows. */
export function listOf(
  rows: readonly MessageRow[],
  changes: Partial<ListResult> & {
    readonly state?: Partial<MailboxState>
    readonly total?: number
    readonly pageCount?: number
  } = {},
): ListResult {
  const { state, total, pageCount, ...rest } = changes
  return {
    kind: 'list',
    mailbox: 'INBOX',
    page: {
      state: stateOf({ messages: total ?? rows.length, ...state }),
      page: 1,
      pageCount: pageCount ?? 1,
      total: total ?? rows.length,
      rows,
      lastUid: Math.max(0, ...rows.map(({ summary }) => summary.uid)),
    },
    pageSize: 50,
    sort: undefined,
    search: undefined,
    delimiter: '.',
    special: {
      inbox: 'INBOX',
      drafts: mailboxName('Drafts'),
      sent: mailboxName('Sent'),
      junk: mailboxName('Junk'),
      trash: mailboxName('Trash'),
    },
    ...rest,
  }
}
