import type { MessageRow } from '../../../../proxy/mail/index.ts'
import { columnText, type RowOverride, type RowSetting, type TextColumn } from '../message-row.ts'
import { dayKey, type KnownDates } from './date-styles.ts'
import type { ScriptLine } from './read-response.ts'

/**
 * A message that Roundcube has shown: where it reads headers in another way than we do, what it wrote. That stays as it is;
 * flags are written as they are now.
 */
export interface WrittenRow extends RowOverride {
  /** The days on which its date is written so (`dayKey`); undefined: always. */
  readonly dateDay: string | undefined
}

interface LearnedBy {
  readonly setting: Omit<RowSetting, 'dates' | 'sizeText'>
  /** undefined: a date that the known styles do not tell. */
  readonly dateText: (ms: number) => string | undefined
  readonly dates: KnownDates | undefined
  readonly now: number
}

/** Learns a row from its line; undefined for a line that is no row of this message. */
export function learnRow(
  line: ScriptLine,
  row: MessageRow,
  { setting, dateText, dates, now }: LearnedBy,
): WrittenRow | undefined {
  const [, cells, marks] = line.values.map(recordOf)
  if (cells === undefined || marks === undefined) return undefined
  const { summary } = row
  const own = (name: TextColumn): string | undefined => {
    if (name === 'date') return dateText(summary.date)
    const unused = { dates: { of: () => '' }, sizeText: () => '' }
    return columnText(summary, name, { ...setting, ...unused })
  }
  const columns: Partial<Record<TextColumn, string>> = {}
  for (const name of setting.columns) {
    const text = cells[name]
    // A size is a number with a unit, of which all programs read the same.
    if (name === 'size' || typeof text !== 'string') continue
    const written = own(name)
    // A date that is clear and not told yet waits for the zone that it is written in.
    const isKnown = written !== undefined || summary.isUnclear === true || text === ''
    if (isKnown && written !== text) columns[name] = text
  }
  const { ctype, prio } = marks
  const isSameType = ctype === summary.contentType || typeof ctype !== 'string'
  return {
    columns,
    contentType: isSameType ? undefined : ctype,
    priority: prio === summary.priority ? undefined : typeof prio === 'number' ? prio : 'none',
    dateDay:
      columns.date === undefined || isFixedDate(columns.date, now) ? undefined : dayKey(dates, now),
  }
}

/** Whether a row that was learned is still written so. */
export function isStillWritten({ dateDay }: WrittenRow, day: string): boolean {
  return dateDay === undefined || dateDay === day
}

/** A week, and a day for zones. */
const NAMED_DAYS_MS = 8 * 86_400_000

/** No date, or one of an earlier year: it has no name of a day any more. */
function isFixedDate(text: string, now: number): boolean {
  if (text === '') return true
  const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0]
  return year !== undefined && Number(year) < new Date(now - NAMED_DAYS_MS).getUTCFullYear()
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return { ...value }
}
