import {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  mailboxName,
  type Account,
  type MailboxName,
  type MessagePage,
  type MessageRow,
  type SortKey,
  type SortOrder,
} from '../../../proxy/mail/index.ts'
import type { SortChoice } from '../request/response.ts'
import { areSureThreads } from './sure-threads.ts'
import { readResultSet, resultPageOf } from './result-set.ts'

/** A page as Roundcube is requested it. */
interface WantedPage {
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly page: number
  readonly pageSize: number
  /** Whom `fromto` shows. */
  readonly addressee: 'from' | 'to'
  readonly order: SortChoice
  /** The page holds whole threads. */
  readonly isThreaded: boolean
  /** The session's result set, of which the page is; undefined: of the whole folder. */
  readonly found: Buffer | undefined
}

/**
 * The page from the mail engine, with flags as they are now; undefined for a name, an order or a result set that it may
 * understand differently.
 */
export async function readList(
  account: Account,
  { mailbox, page, pageSize, addressee, order, isThreaded, found }: WantedPage,
  signal: AbortSignal,
): Promise<MessagePage | undefined> {
  const name = mailboxOf(mailbox)
  const cached = isThreaded ? threadOrderOf(order, addressee) : orderOf(order, addressee)
  if (name === undefined || cached === undefined) return undefined
  const request = { mailbox: name, pageSize, search: undefined }
  if (found === undefined) {
    const counts = isThreaded ? ({ counts: 'threads' } as const) : {}
    const requested = { ...request, ...counts, page, sort: cached.sort }
    const shown = withoutRecentFlags(await account.page(requested, { signal }))
    return isThreaded && !areSureThreads(shown.rows) ? undefined : shown
  }
  if (isThreaded) return undefined
  const set = readResultSet(found)
  if (set?.mailbox !== mailbox) return undefined
  const part = resultPageOf(set, order, { page, pageSize })
  if (part === undefined) return undefined
  const { uids: only, ...location } = part
  const shown = await account.page({ ...request, page: 1, sort: undefined, only }, { signal })
  return shown.total === only.length ? { ...withoutRecentFlags(shown), ...location } : undefined
}

function mailboxOf(encoded: string): MailboxName | undefined {
  const name = mailboxName(decodeModifiedUtf7(encoded), undefined)
  return encodeModifiedUtf7(name) === encoded ? name : undefined
}

/** Users are sorted by their names. In the order of arrival Roundcube shows the dates of arrival, which our rows do not tell. */
const SORT_KEYS: ReadonlyMap<string, SortKey> = new Map([
  ['date', 'date'],
  ['subject', 'subject'],
  ['from', 'from-name'],
  ['to', 'to-name'],
  ['cc', 'cc'],
  ['size', 'size'],
])

function orderOf(
  { sortColumn, sortOrder }: SortChoice,
  addressee: 'from' | 'to',
): { readonly sort: SortOrder | undefined } | undefined {
  const isDescending = sortOrder === 'DESC'
  if (sortColumn === '') return { sort: isDescending ? undefined : { by: 'arrival', isDescending } }
  const by = SORT_KEYS.get(sortColumn === 'fromto' ? addressee : sortColumn)
  return by === undefined ? undefined : { sort: { by, isDescending } }
}

/** Threads by date are in the order in which the server tells threads. */
function threadOrderOf(choice: SortChoice, addressee: 'from' | 'to') {
  const { sortColumn, sortOrder } = choice
  return orderOf({ sortOrder, sortColumn: sortColumn === 'date' ? '' : sortColumn }, addressee)
}

/** The flag of anyone who looked first (RFC 3501 2.3.2), which was not the reader of this response. */
export function withoutRecentFlags(page: MessagePage): MessagePage {
  const cached = cleaned.get(page)
  if (cached !== undefined) return cached
  const isClean = !page.rows.some(({ flags }) => flags.includes('\\Recent'))
  const clean = isClean ? page : { ...page, rows: page.rows.map(withoutRecentFlag) }
  cleaned.set(page, clean)
  return clean
}

/** The mail engine gives the same page while nothing has changed, and what was drawn of its rows is stored with them. */
const cleaned = new WeakMap<MessagePage, MessagePage>()

function withoutRecentFlag(row: MessageRow): MessageRow {
  return { ...row, flags: row.flags.filter((flag) => flag !== '\\Recent') }
}
