import { formatOf, pageLocale } from './locale.ts'

/** Several things as one text, as the page's language lists them. */
export function formatList(
  texts: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(pageLocale(), { type }).format(texts)
}

/** The same of what people wrote: each keeps its own direction, and the list that of the page. */
export function formatWritten(
  texts: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  const { isolate } = formatOf(pageLocale()?.split('-')[0] ?? '')
  return formatList(texts.map(isolate), type)
}

/** The name of a day of the week; 0 is Sunday. */
export function weekdayName(day: number): string {
  const sunday = Date.UTC(2026, 10, 1)
  const format = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long', timeZone: 'UTC' })
  return format.format(sunday + day * 86_400_000)
}
