import type { MessagePage, Quota } from '../../../../proxy/mail/index.ts'
import { envelope } from '../encode.ts'
import { execLine } from '../exec.ts'
import { messageRowLine, TEXT_COLUMNS, type TextColumn } from '../message-row.ts'
import { dateWriter, learnDates, type KnownDates, type UnseenDates } from './date-styles.ts'
import { listPartsOf, type ListParts } from './list-parts.ts'
import { trashLine, unreadLine } from './quiet-answers.ts'
import { learnQuotaText, seenInQuota, writeQuota, type QuotaText } from './quota-text.ts'
import type { RoundcubeAnswer, ScriptLine } from './read-answer.ts'
import {
  learnRowCountText,
  writeRowCount,
  type RowCount,
  type RowCountText,
} from './row-count-text.ts'
import { learnedSizeText, learnSizes, type SeenSize, type SizeUnits } from './size-units.ts'

/** How Roundcube writes the lists of one folder for one session: learned from an answer of its own. */
export interface ListTemplate {
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly pageSize: number
  /** In the order it was written; what depends on the page is replaced. */
  readonly env: Readonly<Record<string, unknown>>
  readonly title: string
  readonly columnTypes: string
  /** Whom `fromto` shows. */
  readonly addressee: 'from' | 'to'
  readonly content: RowsText | EmptyText
  readonly isTrash: boolean
  /** Pages hold whole threads, and count them. */
  readonly isThreaded: boolean
  /** Behind the first page alone; undefined until that was seen. */
  readonly quota: QuotaText | undefined
  readonly sizes: SizeUnits
}

interface RowsText {
  readonly kind: 'rows'
  readonly rowCount: RowCountText
  readonly columns: readonly TextColumn[]
  /** undefined: a list without dates. */
  readonly dates: KnownDates | undefined
  /** Behind the rows of a search. */
  readonly found: FoundText | undefined
}

/** What a search has found in all, as it was written. */
interface FoundText {
  readonly total: number
  readonly line: string
}

/** Of a folder without messages, as it was written. */
interface EmptyText {
  readonly kind: 'empty'
  readonly rowCount: string
  readonly notice: string
}

/** A page that is to be written. */
interface ListedPage {
  readonly page: MessagePage
  readonly unlock: string | undefined
  /** Whether the count of unread messages is new to the session. */
  readonly isUnreadTold: boolean
  /** Storage used and allowed; undefined where there is no limit, or on a page that does not tell. */
  readonly quota: Quota | undefined
  /** Unix ms. */
  readonly now: number
}

interface Known {
  readonly page: MessagePage
  readonly dates: KnownDates | UnseenDates
  readonly sizes: SizeUnits
  readonly now: number
}

/**
 * Learns from an answer and the page that we would have shown for it. undefined where the answer holds anything that
 * is not known; whoever learns must see that `writeList` writes the same answer again.
 */
export function learnList(answer: RoundcubeAnswer, known: Known): ListTemplate | undefined {
  const { env } = answer
  const { mailbox, pagesize: pageSize } = env
  const parts = listPartsOf(answer)
  if (typeof mailbox !== 'string' || typeof pageSize !== 'number' || parts === undefined)
    return undefined
  const content = contentOf(parts, pageSize, known)
  const sizes = learnSizes(known.sizes, seenSizes(parts, known.page))
  const addressee = parts.columnTypes.values[2]
  if (content === undefined || sizes === undefined) return undefined
  if (addressee !== 'from' && addressee !== 'to') return undefined
  return {
    mailbox,
    pageSize,
    env,
    title: parts.title.text,
    columnTypes: parts.columnTypes.text,
    addressee,
    content,
    isTrash: parts.trashCount !== undefined,
    isThreaded: parts.isThreaded,
    quota: parts.quota === undefined ? undefined : learnQuotaText(parts.quota),
    sizes,
  }
}

/** True when the storage is to be asked for before a page can be written. */
export function needsQuota({ env }: ListTemplate, page: number): boolean {
  return page === 1 && env['quota'] !== false
}

/** The answer to `list`, byte for byte as Roundcube would write it; undefined when a part of it can not be told. */
export function writeList(template: ListTemplate, listed: ListedPage): string | undefined {
  const { page, unlock, isUnreadTold } = listed
  const { mailbox, content, isTrash } = template
  const { state, total } = page
  const written =
    content.kind === 'rows' ? rowsOf(template, content, listed) : emptyOf(content, page)
  const quota = quotaOf(template, listed)
  if (written === undefined || quota === undefined) return undefined
  const exec =
    template.title +
    (isUnreadTold ? unreadLine(mailbox, state.unseen) : '') +
    written.rowCount +
    template.columnTypes +
    written.rows +
    (isTrash ? trashLine(state) : '') +
    quota
  const env = {
    ...template.env,
    current_page: page.page,
    messagecount: total,
    pagecount: total === 0 ? 0 : page.pageCount,
    exists: state.messages,
  }
  return envelope({ action: 'list', unlock, env, exec })
}

interface WrittenRows {
  readonly rowCount: string
  readonly rows: string
}

function emptyOf({ rowCount, notice }: EmptyText, { total }: MessagePage): WrittenRows | undefined {
  return total === 0 ? { rowCount, rows: notice } : undefined
}

function rowsOf(
  template: ListTemplate,
  content: RowsText,
  listed: ListedPage,
): WrittenRows | undefined {
  const { mailbox, pageSize } = template
  const rows = listed.page.total === 0 ? undefined : rowLines(template, content, listed)
  if (rows === undefined) return undefined
  const { rowCount, found } = content
  // The same search, made again, may have found another number.
  if (found !== undefined && found.total !== listed.page.total) return undefined
  const text = writeRowCount(rowCount, rowCountOf(listed.page, pageSize))
  return { rowCount: execLine('set_rowcount', text, mailbox), rows: rows + (found?.line ?? '') }
}

function quotaOf(
  { mailbox, quota: known, sizes }: ListTemplate,
  { page, quota }: ListedPage,
): string | undefined {
  if (page.page !== 1) return ''
  return known === undefined ? undefined : writeQuota(known, mailbox, { quota, sizes })
}

function contentOf(
  parts: ListParts,
  pageSize: number,
  { page, dates, now }: Known,
): RowsText | EmptyText | undefined {
  const { rows, notice, rowCount, foundCount } = parts
  if (notice !== undefined) return { kind: 'empty', rowCount: rowCount.text, notice: notice.text }
  const columns = textColumnsOf(rows[0])
  const learned = learnRowCountText(String(rowCount.values[0]), rowCountOf(page, pageSize))
  if (columns === undefined || learned === undefined) return undefined
  const known = columns.includes('date')
    ? learnDates(dates, seenTexts(rows, 'date', page), now)
    : undefined
  if (columns.includes('date') && known === undefined) return undefined
  const found = foundCount && { total: page.total, line: foundCount.text }
  return { kind: 'rows', rowCount: learned, columns, dates: known, found }
}

function textColumnsOf(row: ScriptLine | undefined): readonly TextColumn[] | undefined {
  const cells = recordOf(row?.values[1])
  if (cells === undefined) return undefined
  const names = Object.keys(cells)
  const columns = names.flatMap((name) => TEXT_COLUMNS.filter((known) => known === name))
  return columns.length === names.length ? columns : undefined
}

/** What a column shows of each message, beside its value. */
function seenTexts(
  rows: readonly ScriptLine[],
  column: 'date' | 'size',
  page: MessagePage,
): readonly (readonly [number, string])[] {
  const texts = new Map(rows.map(({ values }) => [values[0], recordOf(values[1])?.[column]]))
  return page.rows.flatMap(({ summary }) => {
    const text = texts.get(summary.uid)
    return typeof text === 'string' ? [[summary[column], text] as const] : []
  })
}

function seenSizes({ rows, quota }: ListParts, page: MessagePage): readonly SeenSize[] {
  return [...seenTexts(rows, 'size', page), ...(quota === undefined ? [] : seenInQuota(quota))]
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return { ...value }
}

function rowCountOf({ page, rows, total }: MessagePage, pageSize: number): RowCount {
  const before = (page - 1) * pageSize
  const counted = rows.filter(({ thread }) => (thread?.depth ?? 0) === 0)
  return { first: before + 1, last: before + counted.length, total }
}

function rowLines(
  template: ListTemplate,
  { columns, dates }: RowsText,
  { page, now }: ListedPage,
): string | undefined {
  const { addressee: column, mailbox } = template
  const minute = Math.floor(now / MINUTE_MS)
  const known = drawn.get(page.rows)
  if (known?.template === template && known.minute === minute) return known.text
  let untold = 0
  const told = (text: string | undefined): string => {
    if (text === undefined) untold += 1
    return text ?? ''
  }
  const dateText = dates === undefined ? () => undefined : dateWriter(dates, now)
  const setting = {
    ...{ column, mailbox, columns },
    dates: { of: (ms: number) => told(dateText(ms)) },
    sizeText: (bytes: number) => told(learnedSizeText(template.sizes, bytes)),
  }
  const lines = page.rows.map((row) => messageRowLine(row, setting)).join('')
  const text = lines + (template.isThreaded ? threadsLine(mailbox, page) : '')
  if (untold > 0) return undefined
  drawn.set(page.rows, { template, minute, text })
  return text
}

/** The threads that have answers, by their first messages. */
function threadsLine(mailbox: string, { rows }: MessagePage): string {
  const roots = rows.filter(({ thread }) => thread?.depth === 0 && thread.hasChildren)
  return execLine(
    'init_threads',
    roots.map(({ summary }) => summary.uid),
    mailbox,
  )
}

const MINUTE_MS = 60_000

/** The same page is asked for again and again; its text holds for the minute, as a day ends within none. */
const drawn = new WeakMap<
  MessagePage['rows'],
  { readonly template: ListTemplate; readonly minute: number; readonly text: string }
>()
