import { pageLocale } from './locale.ts'

/** Several things as one text, as the page's language lists them. */
export function formatList(
  texts: readonly string[],
  type: Intl.ListFormatType = 'conjunction',
): string {
  return new Intl.ListFormat(pageLocale(), { type }).format(texts)
}
