import type { MessagePage } from '../../../../proxy/mail/index.ts'
import { envelope, execLine } from '../exec.ts'
import { messageRowLine, TEXT_COLUMNS, type TextColumn } from '../message-row.ts'
import { dateText, learnDates, type KnownDates } from './date-styles.ts'
import { unreadLine } from './quiet-answers.ts'
import type { RoundcubeAnswer, ScriptLine } from './read-answer.ts'
import {
  learnRowCountText,
  writeRowCount,
  type RowCount,
  type RowCountText,
} from './row-count-text.ts'

/** How Roundcube writes the lists of one folder for one session: learned from an answer of its own. */
export interface ListTemplate {
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly pageSize: number
  /** In the order it was written; what depends on the page is replaced. */
  readonly env: Readonly<Record<string, unknown>>
  readonly title: string
  readonly rowCount: RowCountText
  readonly columnTypes: string
  readonly columns: readonly TextColumn[]
  /** Whom `fromto` shows. */
  readonly addressee: 'from' | 'to'
  /** Behind the rows of the first page alone; undefined until that was seen. */
  readonly quota: string | undefined
  readonly dates: KnownDates
}

/** A page that is to be written. */
interface ListedPage {
  readonly page: MessagePage
  readonly unlock: string | undefined
  /** Whether the count of unread messages is new to the session. */
  readonly isUnreadTold: boolean
  /** Unix ms. */
  readonly now: number
}

/**
 * Learns from an answer and the page that we would have shown for it. undefined where the answer holds anything that
 * is not known; whoever learns must see that `writeList` writes the same answer again.
 */
export function learnList(
  { env, lines }: RoundcubeAnswer,
  {
    page,
    dates,
    now,
  }: { readonly page: MessagePage; readonly dates: KnownDates; readonly now: number },
): ListTemplate | undefined {
  const { mailbox, pagesize: pageSize } = env
  if (typeof mailbox !== 'string' || typeof pageSize !== 'number' || !isPlainList(env))
    return undefined
  const parts = partsOf(lines)
  const columns = textColumnsOf(parts?.rows[0])
  if (parts === undefined || columns === undefined) return undefined
  const count = rowCountOf(page, pageSize)
  const rowCount = learnRowCountText(String(parts.rowCount.values[0]), count)
  const known = learnDates(dates, seenDates(parts.rows, page), now)
  const addressee = parts.columnTypes.values[2]
  if (rowCount === undefined || known === undefined) return undefined
  if (addressee !== 'from' && addressee !== 'to') return undefined
  return {
    mailbox,
    pageSize,
    env,
    title: parts.title.text,
    rowCount,
    columnTypes: parts.columnTypes.text,
    columns,
    addressee,
    quota: parts.quota?.text,
    dates: known,
  }
}

/** The answer to `list`, byte for byte as Roundcube would write it; undefined when a date can not be told. */
export function writeList(template: ListTemplate, listed: ListedPage): string | undefined {
  const { page, unlock, isUnreadTold } = listed
  const { mailbox, pageSize } = template
  const rows = rowLines(template, listed)
  const quota = page.page === 1 ? template.quota : ''
  if (rows === undefined || quota === undefined) return undefined
  const { state, total } = page
  const exec =
    template.title +
    (isUnreadTold ? unreadLine(mailbox, state.unseen) : '') +
    execLine(
      'set_rowcount',
      writeRowCount(template.rowCount, rowCountOf(page, pageSize)),
      mailbox,
    ) +
    template.columnTypes +
    rows +
    quota
  const env = {
    ...template.env,
    current_page: page.page,
    messagecount: total,
    pagecount: page.pageCount,
    exists: state.messages,
  }
  return envelope({ action: 'list', unlock, env, exec })
}

/** What `env` of a list holds without threads, searches, quotas and plugins. */
const KNOWN_ENV: ReadonlySet<string> = new Set([
  'mailbox',
  'pagesize',
  'current_page',
  'delimiter',
  'threading',
  'threads',
  'reply_all_mode',
  'layout',
  'quota',
  'drafts_mailbox',
  'trash_mailbox',
  'junk_mailbox',
  'read_when_deleted',
  'display_next',
  'messagecount',
  'pagecount',
  'exists',
  'multifolder_listing',
])

function isPlainList(env: RoundcubeAnswer['env']): boolean {
  const isKnown = Object.keys(env).every((name) => KNOWN_ENV.has(name))
  const isPlain = env['threading'] === false && env['multifolder_listing'] === false
  return isKnown && isPlain && env['quota'] === false
}

interface Parts {
  readonly title: ScriptLine
  readonly rowCount: ScriptLine
  readonly columnTypes: ScriptLine
  readonly rows: readonly ScriptLine[]
  readonly quota: ScriptLine | undefined
}

/** Each line at its place and nothing besides. */
function partsOf(lines: readonly ScriptLine[]): Parts | undefined {
  const rest = lines.filter(({ name }) => name !== 'set_unread_count')
  const [title, rowCount, columnTypes, ...others] = rest
  const quota = others.find(({ name }) => name === 'set_quota')
  const rows = quota === others.at(-1) ? others.slice(0, -1) : others
  const isKnown =
    title?.name === 'set_pagetitle' &&
    rowCount?.name === 'set_rowcount' &&
    columnTypes?.name === 'set_message_coltypes' &&
    rows.every(({ name }) => name === 'add_message_row')
  return isKnown ? { title, rowCount, columnTypes, rows, quota } : undefined
}

function textColumnsOf(row: ScriptLine | undefined): readonly TextColumn[] | undefined {
  const cells = recordOf(row?.values[1])
  if (cells === undefined) return undefined
  const names = Object.keys(cells)
  const columns = names.flatMap((name) => TEXT_COLUMNS.filter((known) => known === name))
  return columns.length === names.length ? columns : undefined
}

function seenDates(
  rows: readonly ScriptLine[],
  page: MessagePage,
): readonly (readonly [number, string])[] {
  const texts = new Map(rows.map(({ values }) => [values[0], recordOf(values[1])?.['date']]))
  return page.rows.flatMap(({ summary }) => {
    const text = texts.get(summary.uid)
    return typeof text === 'string' ? [[summary.date, text] as const] : []
  })
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return { ...value }
}

function rowCountOf({ page, rows, total }: MessagePage, pageSize: number): RowCount {
  const before = (page - 1) * pageSize
  return { first: before + 1, last: before + rows.length, total }
}

function rowLines(template: ListTemplate, { page, now }: ListedPage): string | undefined {
  const { columns, addressee: column, mailbox, dates } = template
  const minute = Math.floor(now / MINUTE_MS)
  const known = drawn.get(page.rows)
  if (known?.template === template && known.minute === minute) return known.text
  const texts = new Map<number, string>()
  if (columns.includes('date')) {
    for (const { summary } of page.rows) {
      const text = dateText(dates, summary.date, now)
      if (text === undefined) return undefined
      texts.set(summary.date, text)
    }
  }
  const setting = { column, mailbox, columns, dates: { of: (ms: number) => texts.get(ms) ?? '' } }
  const text = page.rows.map((row) => messageRowLine(row, setting)).join('')
  drawn.set(page.rows, { template, minute, text })
  return text
}

const MINUTE_MS = 60_000

/** The same page is asked for again and again; its text holds for the minute, as a day ends within none. */
const drawn = new WeakMap<
  MessagePage['rows'],
  { readonly template: ListTemplate; readonly minute: number; readonly text: string }
>()
