import type { Account, MessagePage, Quota } from '../../../proxy/mail/index.ts'
import { needsQuota, writeList } from '../../wire/roundcube/learned/list-template.ts'
import { dayKey } from '../../wire/roundcube/learned/date-styles.ts'
import { isStillWritten } from '../../wire/roundcube/learned/written-rows.ts'
import { passedOn, type Response, type ListBasis } from '../request/response.ts'
import type { HotRequest } from '../request/hot-request.ts'
import { hasSeenAll } from './respond-counts.ts'
import type { ResponseForms, KnownList } from './response-forms.ts'
import type { LearnedRows } from './learned-responses.ts'
import { isNumber, isPlainRow } from './plain-row.ts'
import { readList } from './read-list.ts'
import type { SessionView } from '../session/roundcube-session.ts'
import type { ShownPage } from '../session/view-state.ts'

/** What a list is answered from. */
interface ListContext {
  readonly account: Account
  readonly view: SessionView
  readonly basis: ListBasis
  readonly forms: ResponseForms
  readonly signal: AbortSignal
  /** Unix ms. */
  readonly now: number
  /** Makes the session know the page; false when the session has ended. */
  readonly remember: (shown: ShownPage) => Promise<boolean>
}

type ListRequest = Extract<HotRequest, { action: 'list' }>

/** Answers one page of a folder, or of what a search has found, as Roundcube writes it, with flags as they are now. */
export async function respondList(request: ListRequest, context: ListContext): Promise<Response> {
  const { mailbox, unlock } = request
  const { account, view, basis, forms, signal, now, remember } = context
  if ((request.sort ?? view).sortColumn === 'arrival') return passedOn('not_understood')
  const cached = forms.list(basis, mailbox, 'rows') ?? forms.list(basis, mailbox, 'empty')
  if (cached === undefined) return passedOn('not_learned')
  const { addressee, pageSize, env, isThreaded } = cached.template
  if (request.layout !== undefined && request.layout !== env['layout'])
    return passedOn('not_learned')
  if (view.listAttributes === 'none') return passedOn('not_understood')
  const page = pageOf(request, view)
  if (page === undefined || !isOfView(request, view)) return passedOn('not_understood')
  const found = view.search?.value
  const wanted = { mailbox, page, pageSize, addressee, order: view, isThreaded, found }
  const shown = await readList(account, wanted, signal)
  if (shown === undefined) return passedOn('not_understood')
  const list = forms.list(basis, mailbox, shown.total === 0 ? 'empty' : 'rows')
  const { state } = shown
  if (list === undefined) return passedOn('not_learned')
  const isSameFolder = (list.uidValidity ?? state.uidValidity) === state.uidValidity
  if (!isSameFolder || state.highestModseq === undefined) return passedOn('news')
  if (shown.page !== page) return passedOn('not_understood')
  const rows = forms.rows(basis, list.template)
  const written = rows?.uidValidity === state.uidValidity ? rows.written : NO_ROWS
  if (!isSure(shown, list, { written, now })) return passedOn('row_not_plain')
  const isUnreadKnown = view.unseen[mailbox] === state.unseen
  // Of a search Roundcube tells no counts, and it is not known that its session learns them.
  const isSeen = hasSeenAll(state, view.folders[mailbox], shown.lastUid)
  if (view.search !== undefined && !(isUnreadKnown && isSeen)) return passedOn('news')
  const quota = await quotaOf(list, shown, context)
  if (quota === 'ambiguous') return passedOn('not_understood')
  const isUnreadReported = view.search === undefined && (mailbox === 'INBOX' || !isUnreadKnown)
  const body = writeList(list.template, {
    page: shown,
    unlock,
    isUnreadReported,
    quota,
    now,
    written,
  })
  if (body === undefined) return passedOn('not_learned')
  const lastUid = view.search === undefined ? shown.lastUid : undefined
  const columns = view.listAttributes === 'with-columns' ? undefined : list.template.columnNames
  return (await remember({ mailbox, page: request.page, state, lastUid, columns }))
    ? { kind: 'answered', body }
    : passedOn('no_session')
}

/** The page requested, or the one the session is at; undefined where the session is elsewhere. */
function pageOf({ mailbox, page }: ListRequest, view: SessionView): number | undefined {
  if (page !== undefined) return page
  return view.page === 1 || mailbox === view.mailbox ? view.page : undefined
}

/** Another order is kept as a setting, and a list of the whole folder ends a search: Roundcube's to do. */
function isOfView({ mailbox, sort, search }: ListRequest, view: SessionView): boolean {
  const { sortColumn, sortOrder } = sort ?? view
  if (sortColumn !== view.sortColumn || sortOrder !== view.sortOrder) return false
  return view.search?.id === search && (search === undefined || mailbox === view.mailbox)
}

const NO_ROWS: LearnedRows['written'] = new Map()

/** Roundcube has shown these rows, or shows them like everybody. */
function isSure(
  { rows }: MessagePage,
  { template }: KnownList,
  { written, now }: { readonly written: LearnedRows['written']; readonly now: number },
): boolean {
  const { content, addressee } = template
  const day = dayKey(content.kind === 'rows' ? content.dates : undefined, now)
  return rows.every((row) => {
    const cached = written.get(row.summary.uid)
    if (cached === undefined) return isPlainRow(row, addressee)
    return isStillWritten(cached, day) && !row.flags.some(isNumber)
  })
}

/** The storage that a page reports. Roundcube has its own way to choose one of several quota roots. */
export async function quotaOf(
  { template }: Pick<KnownList, 'template'>,
  { state, page }: MessagePage,
  { account, signal }: Pick<ListContext, 'account' | 'signal'>,
): Promise<Quota | undefined | 'ambiguous'> {
  if (!needsQuota(template, page)) return undefined
  const [quota, ...others] = await account.quotas(state.path, { signal })
  return others.length > 0 ? 'ambiguous' : quota
}
