import { pageLocale } from './locale.ts'

/** Several things as one text, as the page's language lists them. */
export function formatList(
  texts: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(pageLocale(), { type }).format(texts)
}

/** The name of a day of the week; 0 is Sunday. */
export function weekdayName(day: number): string {
  const sunday = Date.UTC(2026, 10, 1)
  const format = new Intl.DateTimeFormat(pageLocale(), { weekday: 'long', timeZone: 'UTC' })
  return format.format(sunday + day * 86_400_000)
}

/** A day (`YYYY-MM-DD`) as the page's language writes it. */
export function formatDay(day: string): string {
  const format = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? day : format.format(at)
}
