import {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  mailboxName,
  type Account,
  type MailboxName,
  type MessagePage,
  type MessageRow,
  type PageRequest,
  type Quota,
  type SortKey,
  type SortOrder,
} from '../../proxy/mail/index.ts'
import { needsQuota, writeList } from '../wire/roundcube/learned/list-template.ts'
import { hasSeenAll } from './answer-counts.ts'
import { passedOn, type Answer, type ListBasis } from './answer.ts'
import type { HotRequest } from './hot-request.ts'
import type { LearnedList, LearnedSession } from './learned-answers.ts'
import { isPlainRow } from './plain-row.ts'
import type { SessionView } from './roundcube-session.ts'
import type { ShownPage } from './view-state.ts'

/** What a list is answered from. */
interface ListContext {
  readonly account: Account
  readonly view: SessionView
  readonly basis: ListBasis
  readonly learned: LearnedSession | undefined
  readonly signal: AbortSignal
  /** Unix ms. */
  readonly now: number
  /** Makes the session know the page; false when the session has ended. */
  readonly remember: (shown: ShownPage) => Promise<boolean>
}

/** Answers one page of a folder as Roundcube writes it, with flags as they are now. */
export async function answerList(
  request: Extract<HotRequest, { action: 'list' }>,
  context: ListContext,
): Promise<Answer> {
  const { mailbox, unlock } = request
  const { account, view, basis, learned, signal, now, remember } = context
  const known = learnedList(learned, basis, mailbox, 'rows', 'empty')
  if (known === undefined) return passedOn('not_learned')
  const { addressee, pageSize, env } = known.template
  if (basis.layout !== undefined && basis.layout !== env['layout']) return passedOn('not_learned')
  const page = pageOf(request, view)
  const asked =
    page === undefined ? undefined : pageRequestOf({ mailbox, page, pageSize, addressee }, basis)
  if (asked === undefined || view.isSearch) return passedOn('not_understood')
  const shown = withoutRecent(await account.page(asked, { signal }))
  const list = learnedList(learned, basis, mailbox, shown.total === 0 ? 'empty' : 'rows')
  const { state } = shown
  if (!hasSeenAll(state, view.folders[mailbox], shown.lastUid)) return passedOn('news')
  if (list === undefined) return passedOn('not_learned')
  if (state.uidValidity !== list.uidValidity || state.highestModseq === undefined)
    return passedOn('news')
  if (shown.page !== asked.page) return passedOn('not_understood')
  if (!isSure(shown, list)) return passedOn('row_not_plain')
  const quota = await quotaOf(list, asked, context)
  if (quota === 'ambiguous') return passedOn('not_understood')
  const isUnreadTold = mailbox === 'INBOX' || view.unseen[mailbox] !== state.unseen
  const body = writeList(list.template, { page: shown, unlock, isUnreadTold, quota, now })
  if (body === undefined) return passedOn('not_learned')
  return (await remember({ mailbox, page: request.page, state }))
    ? { kind: 'answered', body }
    : passedOn('no_session')
}

/** The page asked for, or the one the session is at; undefined where the session is elsewhere. */
function pageOf(
  { mailbox, page }: Extract<HotRequest, { action: 'list' }>,
  view: SessionView,
): number | undefined {
  if (page !== undefined) return page
  return view.page === 1 || mailbox === view.mailbox ? view.page : undefined
}

function isSure({ rows }: MessagePage, { template, compared }: LearnedList): boolean {
  return rows.every((row) => compared.has(row.summary.uid) || isPlainRow(row, template.addressee))
}

/** The storage that a page tells of. Roundcube has its own way to choose one of several quota roots. */
export async function quotaOf(
  { template }: Pick<LearnedList, 'template'>,
  { mailbox, page }: PageRequest,
  { account, signal }: Pick<ListContext, 'account' | 'signal'>,
): Promise<Quota | undefined | 'ambiguous'> {
  if (!needsQuota(template, page)) return undefined
  const [quota, ...others] = await account.quotas(mailbox, { signal })
  return others.length > 0 ? 'ambiguous' : quota
}

/** What is known of a list, with rows or without any. */
export function learnedList(
  learned: LearnedSession | undefined,
  basis: ListBasis,
  mailbox: string,
  ...contents: readonly ('rows' | 'empty')[]
): LearnedList | undefined {
  const lists = contents.map((content) => learned?.lists.get(listKey(basis, mailbox, content)))
  return lists.find((list) => list !== undefined)
}

/** A list is learned for one folder in one order, with rows or without any. */
export function listKey(basis: ListBasis, mailbox: string, content: 'rows' | 'empty'): string {
  const { settings, sortColumn, sortOrder, layout } = basis
  return [settings, sortColumn, sortOrder, layout ?? '', content, mailbox].join(' ')
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
  order: Pick<ListBasis, 'sortColumn' | 'sortOrder'>,
): PageRequest | undefined {
  const name = mailboxOf(mailbox)
  const known = orderOf(order, addressee)
  if (name === undefined || known === undefined) return undefined
  return { mailbox: name, page, pageSize, sort: known.sort, search: undefined }
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
  { sortColumn, sortOrder }: Pick<ListBasis, 'sortColumn' | 'sortOrder'>,
  addressee: 'from' | 'to',
): { readonly sort: SortOrder | undefined } | undefined {
  const isDescending = sortOrder === 'DESC'
  if (sortColumn === '') return { sort: isDescending ? undefined : { by: 'arrival', isDescending } }
  const by = SORT_KEYS.get(sortColumn === 'fromto' ? addressee : sortColumn)
  return by === undefined ? undefined : { sort: { by, isDescending } }
}

/** The flag of whoever looked first (RFC 3501 2.3.2), which was not the reader of this answer. */
export function withoutRecent(page: MessagePage): MessagePage {
  const known = cleaned.get(page)
  if (known !== undefined) return known
  const isClean = !page.rows.some(({ flags }) => flags.includes('\\Recent'))
  const clean = isClean ? page : { ...page, rows: page.rows.map(withoutRecentFlag) }
  cleaned.set(page, clean)
  return clean
}

/** The mail engine gives the same page while nothing has changed, and what was drawn of its rows is kept with them. */
const cleaned = new WeakMap<MessagePage, MessagePage>()

function withoutRecentFlag(row: MessageRow): MessageRow {
  return { ...row, flags: row.flags.filter((flag) => flag !== '\\Recent') }
}
