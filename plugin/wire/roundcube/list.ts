import {
  encodeModifiedUtf7,
  type MailboxState,
  type MessageRow,
} from '../../../proxy/mail/index.ts'
import type { ListResult } from '../../actions/result/result.ts'
import type { SpecialMailboxes } from '../../settings/folder-choices.ts'
import { searchIdOf } from '../../actions/contract/searches.ts'
import type { DateTexts } from './date-text.ts'
import { execLine } from './exec.ts'
import { messageRowLine, sizeText, type RowSetting, type TextColumn } from './message-row.ts'

const COLUMNS = ['threads', 'subject', 'status', 'fromto', 'date', 'size', 'flag', 'attachment']
const TEXTS: readonly TextColumn[] = ['subject', 'fromto', 'date', 'size']

/** `env` of a `list` answer, in the order Roundcube writes it (plugin/docs/protocol.md). */
export function listEnvironment(list: ListResult): Readonly<Record<string, unknown>> {
  const { special, search } = list
  return {
    ...(search === undefined
      ? {}
      : { search_request: searchIdOf(search), search_text: search.text }),
    mailbox: encodeModifiedUtf7(list.mailbox),
    pagesize: list.pageSize,
    current_page: list.page.page,
    delimiter: list.delimiter,
    threading: list.page.rows.some(({ thread }) => thread !== undefined),
    threads: false,
    reply_all_mode: 0,
    layout: 'widescreen',
    quota: false,
    drafts_mailbox: encodeModifiedUtf7(special.drafts ?? ''),
    trash_mailbox: encodeModifiedUtf7(special.trash ?? ''),
    junk_mailbox: encodeModifiedUtf7(special.junk ?? ''),
    read_when_deleted: true,
    display_next: true,
    messagecount: list.page.total,
    pagecount: pageCount(list),
    exists: list.page.state.messages,
    multifolder_listing: false,
  }
}

/** Pages of a list; an empty one has none. */
export function pageCount({ page }: ListResult): number {
  return page.total === 0 ? 0 : page.pageCount
}

/** `<product> :: <mailbox>`; a search has no mailbox's name. */
export function pageTitleLine(list: ListResult, productName: string): string {
  const name = list.search === undefined ? displayName(list) : 'Search result'
  return execLine('set_pagetitle', `${productName} :: ${name}`)
}

function displayName({ mailbox, delimiter }: ListResult): string {
  if (mailbox === 'INBOX') return 'Inbox'
  return delimiter === '' ? mailbox : (mailbox.split(delimiter).at(-1) ?? mailbox)
}

/** `Messages 51 to 100 of 1000`. */
export function rowCountLine(list: ListResult): string {
  return execLine('set_rowcount', rowCountText(list), encodeModifiedUtf7(list.mailbox))
}

function rowCountText({ page, pageSize, search }: ListResult): string {
  if (page.total === 0) return search === undefined ? 'Mailbox is empty' : 'No messages'
  const first = (page.page - 1) * pageSize + 1
  return `Messages ${first} to ${first + page.rows.length - 1} of ${page.total}`
}

/** Which columns a row has, and whose address `fromto` is. */
export function columnTypesLine(list: ListResult): string {
  return execLine('set_message_coltypes', COLUMNS, null, columnOf(list))
}

function columnOf({ mailbox, special }: ListResult): 'from' | 'to' {
  return mailbox === special.sent || mailbox === special.drafts ? 'to' : 'from'
}

/**
 * The rows of a page. Their text is kept as long as the rows live, and made again only when the day or
 * the column changed: the same page is drawn thousands of times a second.
 */
export function rowLines(list: ListResult, dates: DateTexts): string {
  const { rows } = list.page
  const column = columnOf(list)
  const cached = drawn.get(rows)
  if (cached?.dates === dates && cached.column === column) return cached.text
  const mailbox = encodeModifiedUtf7(list.mailbox)
  const text = linesOf(rows, { column, mailbox, dates, sizeText, columns: TEXTS })
  drawn.set(rows, { column, dates, text })
  return text
}

/** The last `count` rows of a page. */
export function lastRowLines(list: ListResult, dates: DateTexts, count: number): string {
  const mailbox = encodeModifiedUtf7(list.mailbox)
  const setting = { column: columnOf(list), mailbox, dates, sizeText, columns: TEXTS }
  return linesOf(list.page.rows.slice(-count), setting)
}

interface DrawnRows {
  readonly column: 'from' | 'to'
  readonly dates: DateTexts
  readonly text: string
}

const drawn = new WeakMap<readonly MessageRow[], DrawnRows>()

function linesOf(rows: readonly MessageRow[], setting: RowSetting): string {
  return rows.map((row) => messageRowLine(row, setting)).join('')
}

/** What a list says about itself: that it is empty, or how much a search found. Nothing for a plain list. */
export function listMessageLine({ page, search }: ListResult): string {
  if (search !== undefined && page.total > 0) {
    return execLine('display_message', `${page.total} messages found.`, 'confirmation', 0)
  }
  if (page.total > 0) return ''
  const text =
    search === undefined ? 'No messages found in this mailbox.' : 'Search returned no matches.'
  return execLine('display_message', text, 'notice', 0)
}

/** The quota display of a server that tells no quota. */
export function quotaLine(mailbox: string): string {
  return execLine('set_quota', {
    arg: false,
    type: '',
    folder: encodeModifiedUtf7(mailbox),
    title: 'unknown',
    percent: 0,
  })
}

/** `set_unread_count` as list, refresh and acts send it: with a mark that is always empty. */
export function unreadLine({ path, unseen }: MailboxState): string {
  return execLine('set_unread_count', encodeModifiedUtf7(path), unseen, isInbox(path), '')
}

/** All unread counts as `getunread` sends them, each trash followed by how many messages it holds. */
export function getunreadLines(counts: readonly MailboxState[], special: SpecialMailboxes): string {
  return counts
    .map((state) => {
      const { path, unseen } = state
      const line = execLine('set_unread_count', encodeModifiedUtf7(path), unseen, isInbox(path))
      return line + trashLine(state, special)
    })
    .join('')
}

/** `set_trash_count` for the trash, nothing for any other mailbox. */
export function trashLine({ path, messages }: MailboxState, special: SpecialMailboxes): string {
  return path === special.trash ? execLine('set_trash_count', messages) : ''
}

/** The page's title shows the unread count of INBOX only. */
function isInbox(path: string): boolean {
  return path === 'INBOX'
}
