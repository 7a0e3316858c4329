import { computed, signal } from '@preact/signals'
import { setLocale } from './locale.ts'

/** How a user wants times told. */
interface TimeStyle {
  readonly hourCycle: 'usual' | '12' | '24'
  readonly dateStyle: 'usual' | 'iso' | 'day-first' | 'month-first'
  /** null: as the browser has it. */
  readonly timeZone: string | null
}

const timeStyle = signal<TimeStyle>({ hourCycle: 'usual', dateStyle: 'usual', timeZone: null })

/** From now on times are told so; views that show one are drawn again. */
export function setTimeStyle(style: TimeStyle): void {
  const before = timeStyle.peek()
  if (JSON.stringify(style) !== JSON.stringify(before)) timeStyle.value = style
}

/** From now on times, numbers and the order of names are of this locale. */
export function setPageLocale(tag: string): void {
  setLocale(tag)
  timeLocale.value = tag
}

const timeLocale = signal<string | undefined>(undefined)
const styles = computed(() => formatsFor(timeStyle.value, timeLocale.value))

/** The zone that times are told in: the one that was chosen, else that of the browser. */
export function timeZoneInForce(): string {
  return styles.peek().time.resolvedOptions().timeZone
}

/** Locales that write numbers of a date in this order. */
const orders = { iso: 'sv-SE', 'day-first': 'en-GB', 'month-first': 'en-US' } as const

function formatsFor({ hourCycle, dateStyle, timeZone }: TimeStyle, locale: string | undefined) {
  const zone = timeZone === null ? {} : { timeZone }
  const cycle =
    hourCycle === 'usual' ? {} : ({ hourCycle: hourCycle === '12' ? 'h12' : 'h23' } as const)
  const clock = { hour: '2-digit', minute: '2-digit', ...cycle } as const
  const day = { day: 'numeric', month: 'short' } as const
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone })
  const time = format(clock)
  const isBrowserZone = timeZone === null
  // Only compared: digits and calendar do not matter, the zone does.
  const year = new Intl.DateTimeFormat('en', { year: 'numeric', ...zone })
  if (dateStyle !== 'usual') {
    const numbers = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const date = new Intl.DateTimeFormat(orders[dateStyle], { ...numbers, ...zone })
    const weekday = format({ weekday: 'short' })
    const full = (at: Date) => `${weekday.format(at)}, ${date.format(at)}, ${time.format(at)}`
    return { isBrowserZone, year, time, dayOfYear: date, day: date, full: { format: full } }
  }
  return {
    isBrowserZone,
    year,
    time,
    dayOfYear: format(day),
    day: format({ ...day, year: 'numeric' }),
    full: format({ weekday: 'short', ...day, year: 'numeric', ...clock }),
  }
}

/** The date of a list row: the hour today, the day this year, else with the year. */
export function formatListDate(dateMs: number, nowMs: number): string {
  const { time, dayOfYear, day, year, isBrowserZone } = styles.value
  const date = new Date(dateMs)
  const today = new Date(nowMs)
  const isToday = isBrowserZone
    ? date.toDateString() === today.toDateString()
    : day.format(date) === day.format(today)
  if (isToday) return time.format(date)
  const isThisYear = isBrowserZone
    ? date.getFullYear() === today.getFullYear()
    : year.format(date) === year.format(today)
  return isThisYear ? dayOfYear.format(date) : day.format(date)
}

/** A day with its year, whatever day it is now. */
export function formatDay(dateMs: number): string {
  return styles.value.day.format(new Date(dateMs))
}

/** A date with everything one may want to know of it. */
export function formatFullDate(dateMs: number): string {
  return styles.value.full.format(new Date(dateMs))
}

/** The time of day. */
export function formatTime(dateMs: number): string {
  return styles.value.time.format(new Date(dateMs))
}
