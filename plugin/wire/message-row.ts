import type { Address, MessageRow, Summary, ThreadPlace } from '../../proxy/mail/summary.ts'
import type { DateTexts } from './date-text.ts'
import { execLine } from './exec.ts'
import { htmlText } from './html-text.ts'
import { sizeText } from './size-text.ts'

/** What the lines of one list have in common. */
export interface RowSetting {
  /** Whom `fromto` shows: recipients in Sent and Drafts. */
  readonly column: 'from' | 'to'
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly dates: DateTexts
}

/**
 * The `add_message_row` line of a message. A line is kept as long as its summary lives and made again
 * only when flags, day or mailbox changed: a list is drawn thousands of times a second, and rarely new.
 */
export function messageRowLine(row: MessageRow, setting: RowSetting): string {
  // What a thread looks like changes with any of its messages.
  if (row.thread !== undefined) return drawLine(row, setting)
  const cache = lines[setting.column]
  const known = cache.get(row.summary)
  if (known !== undefined && isCurrent(known, row, setting)) return known.line
  const line = drawLine(row, setting)
  cache.set(row.summary, { ...setting, flags: row.flags, line })
  return line
}

interface DrawnLine extends RowSetting {
  readonly flags: readonly string[]
  readonly line: string
}

const lines = {
  from: new WeakMap<Summary, DrawnLine>(),
  to: new WeakMap<Summary, DrawnLine>(),
} as const

const MAX_SUBJECT_CHARS = 250
const MAX_NAME_CHARS = 100
/** A message to five hundred people is still one row. */
const MAX_PEOPLE = 3

function isCurrent(known: DrawnLine, row: MessageRow, { mailbox, dates }: RowSetting): boolean {
  return known.dates === dates && known.mailbox === mailbox && isSameFlags(known.flags, row.flags)
}

function isSameFlags(left: readonly string[], right: readonly string[]): boolean {
  if (left === right) return true
  return left.length === right.length && left.every((flag, index) => flag === right[index])
}

function drawLine(
  { summary, flags, thread }: MessageRow,
  { column, mailbox, dates }: RowSetting,
): string {
  const columns = {
    subject: subjectHtml(summary.subject),
    fromto: peopleHtml(summary[column]),
    date: dates.of(summary.date),
    size: sizeText(summary.size),
  }
  const marks = {
    ...flagMarks(flags),
    ...(isMarkedPriority(summary.priority) ? { prio: summary.priority } : {}),
    ...(thread === undefined ? {} : threadMarks(thread)),
    ctype: summary.contentType,
    mbox: mailbox,
  }
  return execLine('add_message_row', summary.uid, columns, marks, false)
}

function threadMarks(thread: ThreadPlace): Readonly<Record<string, number | true>> {
  return {
    depth: thread.depth,
    ...(thread.parentUid === undefined ? {} : { parent_uid: thread.parentUid }),
    ...(thread.hasChildren ? { has_children: true } : {}),
    ...(thread.unreadChildren > 0 ? { unread_children: thread.unreadChildren } : {}),
  }
}

function subjectHtml(subject: string): string {
  return subject === '' ? '(no subject)' : htmlText(cut(subject, MAX_SUBJECT_CHARS))
}

function peopleHtml(people: readonly Address[]): string {
  const shown = people.slice(0, MAX_PEOPLE).map(personHtml).join(', ')
  return `<span class="adr">${shown}${people.length > MAX_PEOPLE ? ', …' : ''}</span>`
}

function personHtml({ name, address }: Address): string {
  const title = htmlText(cut(address, MAX_NAME_CHARS))
  const text = name === '' ? title : htmlText(cut(name, MAX_NAME_CHARS))
  return `<span title="${title}" class="rcmContactAddress">${text}</span>`
}

/** Each flag in lower case with the value 1, as the row's third argument wants it. */
export function flagMarks(flags: readonly string[]): Readonly<Record<string, 1>> {
  const names = flags.map((flag) => flag.replace(/^[\\$]/, '').toLowerCase())
  return Object.fromEntries(names.filter((name) => FLAG_NAME.test(name)).map((name) => [name, 1]))
}

/** Flag atoms may hold braces and brackets (RFC 9051 9), which no style class can. */
const FLAG_NAME = /^[a-z0-9][a-z0-9_.-]*$/

/** Normal priority is what a message without a mark has. */
function isMarkedPriority(priority: number | undefined): boolean {
  return priority !== undefined && priority !== 3
}

function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text
}
