import type { MessagePage, MessageRow, Quota } from '../../../../proxy/mail/index.ts'
import { envelope } from '../encode.ts'
import { execLine } from '../exec.ts'
import { messageRowLine, TEXT_COLUMNS, type TextColumn } from '../message-row.ts'
import { dateWriter, learnDates, type KnownDates, type UnseenDates } from './date-styles.ts'
import { listPartsOf, type ListParts } from './list-parts.ts'
import { trashLine, unreadLine } from './quiet-responses.ts'
import { learnQuotaText, seenInQuota, writeQuota, type QuotaText } from './quota-text.ts'
import type { RoundcubeResponse, ScriptLine } from './read-response.ts'
import {
  learnRowCountText,
  writeRowCount,
  type RowCount,
  type RowCountText,
} from './row-count-text.ts'
import { learnRow, type WrittenRow } from './written-rows.ts'
import { learnedSizeText, learnSizes, type SeenSize, type SizeUnits } from './size-units.ts'

/** How Roundcube writes the lists of one folder for one session: learned from a response of its own. */
export interface ListTemplate {
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly pageSize: number
  /** In the order it was written; what depends on the page is replaced. */
  readonly env: Readonly<Record<string, unknown>>
  readonly title: string
  readonly columnTypes: string
  readonly columnNames: readonly string[]
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
  readonly isUnreadReported: boolean
  /** Storage used and allowed; undefined where there is no limit, or on a page that does not tell. */
  readonly quota: Quota | undefined
  /** Unix ms. */
  readonly now: number
  /** What Roundcube has shown of this folder, by UID. */
  readonly written: ReadonlyMap<number, WrittenRow>
}

/** What a response tells: how the list is written, and its rows. */
interface LearnedResponse {
  readonly template: ListTemplate
  /** By UID. */
  readonly rows: ReadonlyMap<number, WrittenRow>
}

interface Known {
  readonly page: MessagePage
  readonly dates: KnownDates | UnseenDates
  readonly sizes: SizeUnits
  readonly now: number
}

/**
 * Learns from a response and the page that we would have shown for it. undefined where the response holds anything that
 * is not known; anyone who learns must see that `writeList` writes the same response again.
 */
export function learnList(response: RoundcubeResponse, known: Known): LearnedResponse | undefined {
  const { env } = response
  const { mailbox, pagesize: pageSize } = env
  const parts = listPartsOf(response)
  if (typeof mailbox !== 'string' || typeof pageSize !== 'number' || parts === undefined)
    return undefined
  const content = contentOf(parts, pageSize, known)
  const sizes = learnSizes(known.sizes, seenSizes(parts, known.page))
  const addressee = parts.columnTypes.values[2]
  if (content === undefined || sizes === undefined) return undefined
  if (addressee !== 'from' && addressee !== 'to') return undefined
  const columnNames = namesIn(parts.columnTypes.values[0])
  const template: ListTemplate = {
    mailbox,
    pageSize,
    env,
    title: parts.title.text,
    columnTypes: parts.columnTypes.text,
    columnNames,
    addressee,
    content,
    isTrash: parts.trashCount !== undefined,
    isThreaded: parts.isThreaded,
    quota: parts.quota === undefined ? undefined : learnQuotaText(parts.quota),
    sizes,
  }
  return { template, rows: learnRows(template, parts.rows, known) }
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []
}

/** Learns rows of a folder from their lines, and from the messages they are of. */
export function learnRows(
  { content, addressee: column, mailbox }: ListTemplate,
  lines: readonly ScriptLine[],
  { page, now }: Pick<Known, 'page' | 'now'>,
): ReadonlyMap<number, WrittenRow> {
  if (content.kind === 'empty') return new Map()
  const { columns, dates } = content
  const dateText = dates === undefined ? () => undefined : dateWriter(dates, now)
  const by = { setting: { column, mailbox, columns }, dateText, dates, now }
  const byUid = new Map(lines.map((line) => [line.values[0], line]))
  const rows = page.rows.flatMap((row) => {
    const line = byUid.get(row.summary.uid)
    const written = line === undefined ? undefined : learnRow(line, row, by)
    return written === undefined ? [] : [[row.summary.uid, written] as const]
  })
  return new Map(rows)
}

/** True when the storage is to be requested before a page can be written. */
export function needsQuota({ env }: ListTemplate, page: number): boolean {
  return page === 1 && env['quota'] !== false
}

/** The response to `list`, byte for byte as Roundcube would write it; undefined when a part of it cannot be told. */
export function writeList(template: ListTemplate, listed: ListedPage): string | undefined {
  const { page, unlock, isUnreadReported } = listed
  const { mailbox, content, isTrash } = template
  const { state, total } = page
  const written =
    content.kind === 'rows' ? rowsOf(template, content, listed) : emptyOf(content, page)
  const quota = quotaOf(template, listed)
  if (written === undefined || quota === undefined) return undefined
  const exec =
    template.title +
    (isUnreadReported ? unreadLine(mailbox, state.unseen) : '') +
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
  if (text === undefined) return undefined
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
  const known = columns.includes('date') ? datesOf(rows, { page, dates, now }) : undefined
  if (columns.includes('date') && known === undefined) return undefined
  const found = foundCount && { total: page.total, line: foundCount.text }
  return { kind: 'rows', rowCount: learned, columns, dates: known, found }
}

/** Some read a date that is none in another way: then only those count that everybody reads alike. */
function datesOf(rows: readonly ScriptLine[], { page, dates, now }: Omit<Known, 'sizes'>) {
  const clear = { rows: page.rows.filter(({ summary }) => summary.isUnclear === undefined) }
  const seen = (shown: Pick<MessagePage, 'rows'>) =>
    seenTexts(rows, 'date', shown).filter(([, text]) => text !== '')
  return learnDates(dates, seen(page), now) ?? learnDates(dates, seen(clear), now)
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
  page: Pick<MessagePage, 'rows'>,
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
  content: RowsText,
  { page, now, written }: ListedPage,
): string | undefined {
  const { mailbox } = template
  const minute = Math.floor(now / MINUTE_MS)
  const known = drawn.get(page.rows)
  const isDrawn = known?.template === template && known.written === written
  if (isDrawn && known.minute === minute) return known.text
  const lineOf = rowWriter(template, content, now)
  const lines = page.rows.map((row) => lineOf(row, written.get(row.summary.uid)))
  if (lines.includes(undefined)) return undefined
  const text = lines.join('') + (template.isThreaded ? threadsLine(mailbox, page) : '')
  drawn.set(page.rows, { template, written, minute, text })
  return text
}

/** Writes the line of a message; undefined where a date, or a unit, is not known. */
function rowWriter(
  { addressee: column, mailbox, sizes }: ListTemplate,
  { columns, dates }: RowsText,
  now: number,
) {
  let untold = 0
  const reported = (text: string | undefined): string => {
    if (text === undefined) untold += 1
    return text ?? ''
  }
  const dateText = dates === undefined ? () => undefined : dateWriter(dates, now)
  const setting = {
    ...{ column, mailbox, columns },
    dates: { of: (ms: number) => reported(dateText(ms)) },
    sizeText: (bytes: number) => reported(learnedSizeText(sizes, bytes)),
  }
  return (row: MessageRow, written: WrittenRow | undefined): string | undefined => {
    untold = 0
    const line = messageRowLine(row, setting, written)
    return untold === 0 ? line : undefined
  }
}

/** Rows of another answer of the folder: those that come out byte for byte alike. */
export function provedRows(
  template: ListTemplate,
  lines: readonly ScriptLine[],
  known: Pick<Known, 'page' | 'now'>,
): ReadonlyMap<number, WrittenRow> {
  const { content } = template
  if (content.kind === 'empty') return new Map()
  const learned = learnRows(template, lines, known)
  const lineOf = rowWriter(template, content, known.now)
  const texts = new Map(lines.map(({ values, text }) => [values[0], withoutRecent(text)]))
  const proved = known.page.rows.filter((row) => {
    const { uid } = row.summary
    const written = lineOf(row, learned.get(uid))
    return written !== undefined && written === texts.get(uid)
  })
  return new Map(
    proved.flatMap(({ summary: { uid } }) => {
      const row = learned.get(uid)
      return row === undefined ? [] : [[uid, row] as const]
    }),
  )
}

/** A response without the flag that is shown to anyone who looked first (RFC 3501 2.3.2), which was Roundcube then. */
export function withoutRecent(text: string): string {
  return text.replaceAll('\\"recent\\":1,', '')
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

/** The same page is requested again and again; its text holds for the minute, as a day ends within none. */
const drawn = new WeakMap<
  MessagePage['rows'],
  {
    readonly template: ListTemplate
    readonly written: ReadonlyMap<number, WrittenRow>
    readonly minute: number
    readonly text: string
  }
>()
