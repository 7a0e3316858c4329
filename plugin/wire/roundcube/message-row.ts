import type { Address, MessageRow, Summary, ThreadPosition } from '../../../proxy/mail/index.ts'
import type { DateTexts } from './date-text.ts'
import { execLine } from './exec.ts'
import { escapeHtml } from '../../http/escape.ts'

/** What the lines of one list have in common. */
export interface RowSetting {
  /** Whom `fromto` shows: recipients in Sent and Drafts. */
  readonly column: 'from' | 'to'
  /** In modified UTF-7. */
  readonly mailbox: string
  readonly dates: DateTexts
  /** A number of bytes as it is shown. */
  readonly sizeText: (bytes: number) => string
  /** The columns that have a text, in their order. */
  readonly columns: readonly TextColumn[]
}

/** Columns of a list that have a text; the others are drawn by flags. */
export const TEXT_COLUMNS = ['subject', 'fromto', 'from', 'to', 'cc', 'date', 'size'] as const

export type TextColumn = (typeof TEXT_COLUMNS)[number]

/** What is written of a message instead of what its summary says. */
export interface RowOverride {
  readonly columns: Readonly<Partial<Record<TextColumn, string>>>
  /** undefined: as the summary has it. */
  readonly contentType: string | undefined
  /** `none` where the summary has one. */
  readonly priority: number | 'none' | undefined
}

/** The `add_message_row` line of a message. */
export function messageRowLine(
  { summary, flags, thread }: MessageRow,
  setting: RowSetting,
  override?: RowOverride,
): string {
  const { mailbox } = setting
  const columns = Object.fromEntries(
    setting.columns.map(
      (name) => [name, override?.columns[name] ?? columnText(summary, name, setting)] as const,
    ),
  )
  const priority = override?.priority ?? summary.priority ?? 'none'
  const marks = {
    ...flagMarks(flags),
    ...(thread === undefined ? {} : threadMarks(thread)),
    ...(priority === 'none' ? {} : { prio: priority }),
    ctype: override?.contentType ?? summary.contentType,
    mbox: mailbox,
  }
  return execLine('add_message_row', summary.uid, columns, marks, false)
}

/** A column of a message that nothing overrides. */
export function columnText(
  summary: Summary,
  name: TextColumn,
  { column, dates, ...setting }: RowSetting,
): string {
  switch (name) {
    case 'subject':
      return subjectHtml(subjectReported(summary))
    case 'fromto':
      return addressesHtml(summary[column])
    case 'from':
    case 'to':
    case 'cc':
      return addressesHtml(summary[name])
    case 'date':
      return dates.of(summary.date)
    case 'size':
      return setting.sizeText(summary.size)
  }
}

/** The front end has no mark for it. */
function subjectReported({ subject, isIncomplete }: Summary): string {
  if (isIncomplete !== true) return subject
  return `${subject} (details too large)`.trim()
}

const MAX_SUBJECT_CHARS = 250
const MAX_NAME_CHARS = 100
/** A message to five hundred users is still one row. */
const MAX_ADDRESSES = 3

/** The first of a thread alone has no depth, and reports how much below it is unread, and how much flagged. */
function threadMarks(thread: ThreadPosition): Readonly<Record<string, number | true>> {
  const { depth, parentUid, hasChildren, unreadChildren, flaggedChildren = 0 } = thread
  return {
    ...(depth === 0 ? {} : { depth }),
    ...(parentUid === undefined ? {} : { parent_uid: parentUid }),
    ...(hasChildren ? { has_children: true } : {}),
    ...(depth === 0 && unreadChildren > 0 ? { unread_children: unreadChildren } : {}),
    ...(depth === 0 && flaggedChildren > 0 ? { flagged_children: flaggedChildren } : {}),
  }
}

function subjectHtml(subject: string): string {
  return subject === '' ? '(no subject)' : escapeHtml(cut(subject, MAX_SUBJECT_CHARS))
}

function addressesHtml(addresses: readonly Address[]): string {
  const shown = addresses.slice(0, MAX_ADDRESSES).map((address) => adrSpan(addressHtml(address)))
  return (
    (shown.length === 0 ? adrSpan('') : shown.join(', ')) +
    (addresses.length > MAX_ADDRESSES ? ', …' : '')
  )
}

function adrSpan(html: string): string {
  return `<span class="adr">${html}</span>`
}

function addressHtml({ name, address }: Address): string {
  const title = escapeHtml(cut(address, MAX_NAME_CHARS))
  const text = name === '' ? title : escapeHtml(cut(name, MAX_NAME_CHARS))
  return `<span title="${title}" class="rcmContactAddress">${text}</span>`
}

/** Each flag in lower case with the value 1, as the row's third argument wants it. */
export function flagMarks(flags: readonly string[]): Readonly<Record<string, 1>> {
  const names = flags.map((flag) => flag.replace(/^[\\$]/, '').toLowerCase())
  return Object.fromEntries(names.map((name) => [name, 1]))
}

function cut(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text
}

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** A size in bytes as the list shows it: `1007 B`, `6 KB`, `2.4 MB`, and from 10 on without what is behind: `12 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < KIB) return `${bytes} B`
  if (bytes < MIB) return `${Math.round(bytes / KIB)} KB`
  if (bytes < GIB) return `${largeText(bytes / MIB)} MB`
  return `${largeText(bytes / GIB)} GB`
}

/** PHP rounds a half to the even digit, where toFixed rounds it up. */
function largeText(amount: number): string {
  if (amount >= 10) return String(Math.floor(amount))
  const tenths = Math.round(amount * 10)
  const isHalf = (amount * 10) % 1 === 0.5
  return ((isHalf && tenths % 2 === 1 ? tenths - 1 : tenths) / 10).toFixed(1)
}
