import { computed, signal } from '@preact/signals'

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

const count = new Intl.NumberFormat()
const styles = computed(() => formatsFor(timeStyle.value))

function formatsFor({ hourCycle, timeZone }: TimeStyle) {
  const zone = timeZone === null ? {} : { timeZone }
  const cycle =
    hourCycle === 'usual' ? {} : ({ hourCycle: hourCycle === '12' ? 'h12' : 'h23' } as const)
  const clock = { hour: '2-digit', minute: '2-digit', ...cycle } as const
  const day = { day: 'numeric', month: 'short' } as const
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(undefined, { ...options, ...zone })
  return {
    isBrowserZone: timeZone === null,
    time: format(clock),
    dayOfYear: format(day),
    day: format({ ...day, year: 'numeric' }),
    full: format({ weekday: 'short', ...day, year: 'numeric', ...clock }),
  }
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number in the reader's own notation. */
export function formatCount(value: number): string {
  return count.format(value)
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

/** A size in decimal units (1 kB = 1000 bytes), as file managers show it. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
