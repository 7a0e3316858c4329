import {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  mailboxName,
  type Account,
  type MailboxName,
  type MessagePage,
  type SortKey,
  type SortOrder,
} from '../../proxy/mail/index.ts'
import { writeList } from '../wire/roundcube/learned/list-template.ts'
import { hasSeenAll } from './answer-counts.ts'
import { passedOn, type Answer } from './answer.ts'
import type { HotRequest } from './hot-request.ts'
import type { LearnedSession } from './learned-answers.ts'
import { isPlainRow } from './plain-row.ts'
import type { SessionView } from './roundcube-session.ts'
import type { ShownPage } from './view-state.ts'

/** What a list is answered from. */
export interface ListContext {
  readonly account: Account
  readonly view: SessionView
  readonly learned: LearnedSession | undefined
  readonly signal: AbortSignal
  /** Unix ms. */
  readonly now: number
  /** Makes the session know the page; false when the session has ended. */
  readonly remember: (shown: ShownPage) => Promise<boolean>
}

/** Answers one page of a folder as Roundcube writes it, with flags as they are now. */
export async function answerList(
  { mailbox, page, unlock }: Extract<HotRequest, { action: 'list' }>,
  { account, view, learned, signal, now, remember }: ListContext,
): Promise<Answer> {
  const list = learned?.lists.get(listKey(mailbox, view))
  if (list === undefined) return passedOn('not_learned')
  if (page === undefined && view.page !== 1) return passedOn('not_understood')
  const { template, uidValidity, compared } = list
  const { addressee, pageSize } = template
  const asked = { mailbox, page: page ?? 1, pageSize, addressee }
  const request = pageRequestOf(asked, view)
  if (request === undefined) return passedOn('not_understood')
  const shown = withoutRecent(await account.page(request, { signal }))
  const { state } = shown
  if (state.uidValidity !== uidValidity || state.highestModseq === undefined)
    return passedOn('news')
  if (!hasSeenAll(state, view.folders[mailbox])) return passedOn('news')
  if (shown.rows.length === 0 || shown.page !== asked.page) return passedOn('not_understood')
  const isSure = shown.rows.every(
    (row) => compared.has(row.summary.uid) || isPlainRow(row, addressee),
  )
  if (!isSure) return passedOn('row_not_plain')
  const isUnreadTold = mailbox === 'INBOX' || view.unseen[mailbox] !== state.unseen
  const body = writeList(template, { page: shown, unlock, isUnreadTold, now })
  if (body === undefined) return passedOn('not_learned')
  return (await remember({ mailbox, page, state }))
    ? { kind: 'answered', body }
    : passedOn('no_session')
}

/** A list is learned for one folder in one order. */
export function listKey(mailbox: string, { sortColumn, sortOrder }: SessionView): string {
  return `${sortColumn} ${sortOrder} ${mailbox}`
}

interface AskedPage {
  readonly mailbox: string
  readonly page: number
  readonly pageSize: number
  readonly addressee: 'from' | 'to'
}

/** The page for the mail engine; undefined for a name or an order that it may understand differently. */
export function pageRequestOf(
  { mailbox, page, pageSize, addressee }: AskedPage,
  view: SessionView,
) {
  const name = mailboxOf(mailbox)
  const order = orderOf(view, addressee)
  if (name === undefined || order === undefined) return undefined
  return { mailbox: name, page, pageSize, sort: order.sort, search: undefined }
}

function mailboxOf(encoded: string): MailboxName | undefined {
  const name = mailboxName(decodeModifiedUtf7(encoded), undefined)
  return encodeModifiedUtf7(name) === encoded ? name : undefined
}

const SORT_KEYS: ReadonlyMap<string, SortKey> = new Map([
  ['date', 'date'],
  ['subject', 'subject'],
  ['from', 'from'],
  ['to', 'to'],
  ['cc', 'cc'],
  ['size', 'size'],
])

function orderOf(
  { sortColumn, sortOrder }: SessionView,
  addressee: 'from' | 'to',
): { readonly sort: SortOrder | undefined } | undefined {
  const isDescending = sortOrder === 'DESC'
  if (sortColumn === '') return { sort: isDescending ? undefined : { by: 'arrival', isDescending } }
  const by = SORT_KEYS.get(sortColumn === 'fromto' ? addressee : sortColumn)
  return by === undefined ? undefined : { sort: { by, isDescending } }
}

/** The flag of whoever looked first (RFC 3501 2.3.2), which was not the reader of this answer. */
export function withoutRecent(page: MessagePage): MessagePage {
  if (!page.rows.some(({ flags }) => flags.includes('\\Recent'))) return page
  const rows = page.rows.map((row) => ({
    ...row,
    flags: row.flags.filter((flag) => flag !== '\\Recent'),
  }))
  return { ...page, rows }
}
