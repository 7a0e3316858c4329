import type { Parameters } from '../../http/body/parameters.ts'

/** How the person reads dates: by the browser's zone and language. */
export interface ReaderLocale {
  readonly timeZone: string
  readonly locale: string
}

const MAX_NAME_CHARS = 100

/** Reads `_timezone` and `_locale`; undefined when a browser names none, or one that nobody knows. */
export function readerLocale(parameters: Parameters): ReaderLocale | undefined {
  const [timeZone, locale] = [parameters.get('_timezone') ?? '', parameters.get('_locale') ?? '']
  if (timeZone === '' || `${timeZone}${locale}`.length > MAX_NAME_CHARS) return undefined
  try {
    const options = new Intl.DateTimeFormat(locale || undefined, { timeZone }).resolvedOptions()
    return { timeZone: options.timeZone, locale: options.locale }
  } catch {
    // RangeError is the only way it says so; without a zone the time is told in UTC.
    return undefined
  }
}

/** A date and time with everything one may want to know of it; without a zone in UTC, and said so. */
export function dateTimeText(ms: number, reader: ReaderLocale | undefined): string {
  const date = new Date(ms)
  if (Number.isNaN(date.getTime())) return 'an unknown date'
  if (reader === undefined) return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const { locale, timeZone } = reader
  return new Intl.DateTimeFormat(locale, { timeZone, ...FULL }).format(date)
}

const FULL = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
