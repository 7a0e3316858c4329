import { LRUCache } from 'lru-cache'
import { escapeHtml } from '../../../http/escape.ts'
import { execLine } from '../exec.ts'
import type { KnownDates } from '../learned/date-styles.ts'
import type { ListTemplate } from '../learned/list-template.ts'
import type { QuotaText } from '../learned/quota-text.ts'
import type { RowCount, RowCountText } from '../learned/row-count-text.ts'
import { learnSizes } from '../learned/size-units.ts'
import { timeZone, type TimeZone } from '../learned/time-zones.ts'
import { TEXT_COLUMNS } from '../message-row.ts'
import type { ListForm } from './list-form.ts'

/** A list that is to be written. */
export interface WantedList {
  readonly mailbox: string
  readonly sortColumn: string
  readonly sortOrder: 'ASC' | 'DESC'
  /** The response reports the list's head. */
  readonly hasHead: boolean
  readonly content: 'rows' | 'empty'
  /** The search whose results are listed. */
  readonly search: FoundMessages | undefined
}

/** What a search has found. */
interface FoundMessages {
  readonly id: string
  readonly text: string
  readonly total: number
}

/** How a list is written by the form that was handed over; undefined for a folder that it does not name. */
export function listTemplateOf(form: ListForm, wanted: WantedList): ListTemplate | undefined {
  const { mailbox, search, content } = wanted
  const { texts, env, columns } = form
  const title = form.folders.find(([name]) => name === mailbox)?.[1]
  const sizes = learnSizes(new Map(), form.sizes)
  if (title === undefined || sizes === undefined) return undefined
  if (search !== undefined && content === 'empty') return undefined
  const isThreaded = form.canThread && (form.threaded.folders[mailbox] ?? form.threaded.usually)
  const addressee = addresseeOf(form, mailbox)
  const textColumns = form.rowColumns.flatMap((name) =>
    TEXT_COLUMNS.filter((known) => known === name),
  )
  const head = wanted.hasHead ? headOf(form, wanted, addressee) : undefined
  return {
    mailbox,
    pageSize: form.pageSize,
    env: {
      ...(search === undefined ? {} : { search_request: search.id, search_text: search.text }),
      ...{ ...env, mailbox, threading: isThreaded },
      ...{ messagecount: 0, pagecount: 0, exists: 0 },
      ...(head === undefined
        ? {}
        : { disabled_sort_col: false, disabled_sort_order: false, coltypes: head.types }),
      multifolder_listing: false,
    },
    title: execLine(
      'set_pagetitle',
      `${form.product} :: ${search === undefined ? title : texts.results}`,
    ),
    columnTypes: execLine('set_message_coltypes', columns, head?.cells ?? null, addressee),
    columnNames: columns,
    addressee,
    content:
      content === 'empty'
        ? {
            kind: 'empty',
            rowCount: execLine('set_rowcount', texts.noRows, mailbox),
            notice: execLine('display_message', texts.empty, 'notice', 0),
          }
        : {
            kind: 'rows',
            rowCount: rowCountText(isThreaded ? texts.threads : texts.rows),
            columns: textColumns,
            dates: textColumns.includes('date') ? datesOf(form) : undefined,
            found: search && {
              total: search.total,
              line: execLine(
                'display_message',
                texts.found.replace('{total}', String(search.total)),
                'confirmation',
                0,
              ),
            },
          },
    isTrash: mailbox === form.trash,
    isThreaded,
    quota: quotaText(form, mailbox),
    sizes,
  }
}

/** In folders of sent messages, and in those below. */
function addresseeOf({ sent, delimiter }: ListForm, mailbox: string): 'from' | 'to' {
  const isSent = sent.some(
    (name) => name !== '' && `${mailbox}${delimiter}`.startsWith(`${name}${delimiter}`),
  )
  return isSent && mailbox !== 'INBOX' ? 'to' : 'from'
}

/** `Messages {first} to {last} of {total}` */
function rowCountText(pattern: string): RowCountText {
  const parts = pattern.split(/\{(first|last|total)\}/)
  const isName = (name: string): name is keyof RowCount => COUNTS.has(name)
  return {
    words: parts.filter((_part, index) => index % 2 === 0),
    orders: [parts.filter((_part, index) => index % 2 === 1).filter(isName)],
  }
}

const COUNTS: ReadonlySet<string> = new Set(['first', 'last', 'total'])

/** The one column that sorts is marked, and the one of users called by whom it shows. */
function headOf(
  { columnTypes, head, texts }: ListForm,
  { sortColumn, sortOrder }: WantedList,
  addressee: 'from' | 'to',
) {
  const classOf = (name: string, className: string) => {
    const bare = className.replace(/ sorted(ASC|DESC)$/, '')
    return name === sortColumn ? `${bare} sorted${sortOrder}` : bare
  }
  const types = Object.entries(columnTypes).map(([name, { className, label, ...type }]) => {
    const called = name === 'fromto' ? texts[addressee] : label
    const { id, sortable } = type
    return [name, { className: classOf(name, className), id, label: called, sortable }] as const
  })
  const cells = Object.entries(head).map(([name, { className, id, html }]) => {
    const named = name === 'fromto' ? calledBy(html, texts[addressee]) : html
    // In the order of arrival, in which the page may have been made, its head keeps that.
    const called = named.replace(' rel="arrival"', ' rel="date"')
    return [name, { className: classOf(name, className), id, html: called }] as const
  })
  return { types: Object.fromEntries(types), cells: Object.fromEntries(cells) }
}

function calledBy(html: string, label: string): string {
  return html.replace(/>[^<>]*<\/a>$/, () => `>${escapeHtml(label)}</a>`)
}

function datesOf({ dates }: ListForm): KnownDates {
  const { date, time, isPretty, today, days } = dates
  const words = [
    ['today', today],
    ...days.map((word, day) => [String(day), word] as const),
  ] as const
  return {
    styles: [{ form: { date, time, isPretty }, zone: zoneOf(dates.zone) }],
    words: new Map(words),
  }
}

/** Making one takes a millisecond or two, and there are some 420. */
const zones = new LRUCache<string, TimeZone>({ max: 600 })

function zoneOf(name: string): TimeZone {
  const zone = zones.get(name) ?? timeZone(name)
  zones.set(name, zone)
  return zone
}

/** A mail server without quotas is reported in one way, whatever the mailbox. */
function quotaText({ hasQuota, texts, quotaAs }: ListForm, mailbox: string): QuotaText {
  if (hasQuota) return { kind: 'limited', words: `${texts.quota}: `, drawnAs: quotaAs }
  const line = { arg: false, type: '', folder: mailbox, title: texts.unknown, percent: 0 }
  return { kind: 'unlimited', line: execLine('set_quota', line) }
}
