const count = new Intl.NumberFormat()
const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
const full = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A number in the reader's own notation. */
export function formatCount(value: number): string {
  return count.format(value)
}

/** The date of a list row: the hour today, the day this year, else with the year. */
export function formatListDate(dateMs: number, nowMs: number): string {
  const date = new Date(dateMs)
  const today = new Date(nowMs)
  if (date.toDateString() === today.toDateString()) return time.format(date)
  if (date.getFullYear() === today.getFullYear()) return dayOfYear.format(date)
  return day.format(date)
}

/** A date with everything one may want to know of it. */
export function formatFullDate(dateMs: number): string {
  return full.format(new Date(dateMs))
}

/** The time of day. */
export function formatTime(dateMs: number): string {
  return time.format(new Date(dateMs))
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
