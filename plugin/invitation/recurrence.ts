import ICAL from 'ical.js'

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly', 'other'] as const

/** How an event recurs, as far as words can say it. Nothing is expanded. */
export interface Recurrence {
  /** `other`: in a way that words are too many for. */
  readonly frequency: (typeof FREQUENCIES)[number]
  readonly interval: number
  /** `weekday` from 0 for Sunday; `nth` in its month, -1 for the last one, null for each. */
  readonly weekdays: readonly { readonly weekday: number; readonly nth: number | null }[]
  readonly monthDays: readonly number[]
  /** How often, the first time included; null where it is not said. */
  readonly count: number | null
  /** The last day: `2027-01-31`. */
  readonly until: string | null
}

/** By their numbers from 0 (RFC 5545 3.3.10). */
export const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** Parts that the words leave out. `WKST` changes nothing that is told. */
const SILENT_PARTS = [
  ...['BYSECOND', 'BYMINUTE', 'BYHOUR', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'],
] as const

/** The rule of an event (RFC 5545 3.3.10); undefined where it happens once. */
export function recurrenceOf(event: ICAL.Component): Recurrence | undefined {
  const rules = event.getAllProperties('rrule')
  const rule = rules[0]?.getFirstValue()
  if (!(rule instanceof ICAL.Recur)) return undefined
  const weekdays = listOf(rule.parts.BYDAY).flatMap(weekdayOf)
  const monthDays = listOf(rule.parts.BYMONTHDAY).filter((day) => typeof day === 'number')
  const frequency = frequencyOf(rule)
  const isNamed =
    rules.length === 1 &&
    SILENT_PARTS.every((part) => !(part in rule.parts)) &&
    isUsual(frequency, { weekdays, monthDays, months: listOf(rule.parts.BYMONTH) })
  return {
    frequency: isNamed ? frequency : 'other',
    interval: Number.isSafeInteger(rule.interval) && rule.interval > 0 ? rule.interval : 1,
    weekdays: isNamed ? weekdays : [],
    monthDays: isNamed ? monthDays : [],
    count: rule.count,
    until: untilOf(rule),
  }
}

function frequencyOf({ freq }: ICAL.Recur): Recurrence['frequency'] {
  const frequency = FREQUENCIES.find((one) => one.toUpperCase() === freq)
  return frequency ?? 'other'
}

interface Parts extends Pick<Recurrence, 'weekdays' | 'monthDays'> {
  readonly months: readonly unknown[]
}

/** True for what calendar programs offer to choose. */
function isUsual(
  frequency: Recurrence['frequency'],
  { weekdays, monthDays, months }: Parts,
): boolean {
  if (frequency === 'yearly') return weekdays.length === 0 && monthDays.length <= 1
  if (months.length > 0) return false
  if (frequency === 'daily') return weekdays.length + monthDays.length === 0
  if (frequency === 'weekly') {
    return monthDays.length === 0 && weekdays.every(({ nth }) => nth === null)
  }
  const areNth = weekdays.every(({ nth }) => nth !== null && nth >= -1)
  return areNth && (weekdays.length === 0 || monthDays.length === 0) && monthDays.every(isDay)
}

function isDay(day: number): boolean {
  return day >= 1 && day <= 31
}

function weekdayOf(part: unknown): Recurrence['weekdays'] {
  const [, nth = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(String(part)) ?? []
  const weekday = WEEKDAYS.indexOf(name)
  return weekday === -1 ? [] : [{ weekday, nth: nth === '' ? null : Number(nth) }]
}

/** One part may name as many days as a month has. */
const MAX_VALUES = 31

function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part.slice(0, MAX_VALUES) : []
}

function untilOf({ until }: ICAL.Recur): string | null {
  if (until === null) return null
  const { year, month, day } = until
  const at = Date.UTC(year, month - 1, day)
  return Number.isFinite(at) && year > 0 && year <= 9_999
    ? new Date(at).toISOString().slice(0, 10)
    : null
}
