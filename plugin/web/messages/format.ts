import { computed, signal } from '@preact/signals'
import { setLocale } from './locale.ts'

/** How a person wants times told. */
interface TimeStyle {
  readonly hourCycle: 'usual' | '12' | '24'
  /** null: as the browser has it. */
  readonly timeZone: string | null
}

const timeStyle = signal<TimeStyle>({ hourCycle: 'usual', timeZone: null })

/** From now on times are told so; views that show one are drawn anew. */
export function setTimeStyle(style: TimeStyle): void {
  const { hourCycle, timeZone } = timeStyle.peek()
  if (style.hourCycle !== hourCycle || style.timeZone !== timeZone) timeStyle.value = style
}

/** From now on times, numbers and the order of names are of this locale. */
export function setPageLocale(tag: string): void {
  setLocale(tag)
  timeLocale.value = tag
}

const timeLocale = signal<string | undefined>(undefined)
const styles = computed(() => formatsFor(timeStyle.value, timeLocale.value))

function formatsFor({ hourCycle, timeZone }: TimeStyle, locale: string | undefined) {
  const zone = timeZone === null ? {} : { timeZone }
  const cycle =
    hourCycle === 'usual' ? {} : ({ hourCycle: hourCycle === '12' ? 'h12' : 'h23' } as const)
  const clock = { hour: '2-digit', minute: '2-digit', ...cycle } as const
  const day = { day: 'numeric', month: 'short' } as const
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...zone })
  return {
    isBrowserZone: timeZone === null,
    time: format(clock),
    dayOfYear: format(day),
    day: format({ ...day, year: 'numeric' }),
    full: format({ weekday: 'short', ...day, year: 'numeric', ...clock }),
  }
}

/** The date of a list row: the hour today, the day this year, else with the year. */
export function formatListDate(dateMs: number, nowMs: number): string {
  const { time, dayOfYear, day, isBrowserZone } = styles.value
  const date = new Date(dateMs)
  const today = new Date(nowMs)
  const isToday = isBrowserZone
    ? date.toDateString() === today.toDateString()
    : day.format(date) === day.format(today)
  if (isToday) return time.format(date)
  if (date.getFullYear() === today.getFullYear()) return dayOfYear.format(date)
  return day.format(date)
}

/** A date with everything one may want to know of it. */
export function formatFullDate(dateMs: number): string {
  return styles.value.full.format(new Date(dateMs))
}

/** The time of day. */
export function formatTime(dateMs: number): string {
  return styles.value.time.format(new Date(dateMs))
}
