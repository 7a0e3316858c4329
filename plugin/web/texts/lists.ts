import { pageLocale } from './locale.ts'

/** Several things as one text, as the page's language lists them. */
export function formatList(texts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale()).format(texts)
}
