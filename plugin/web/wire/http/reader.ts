import type { Catalogue } from '../../texts/first-texts.ts'
import { timeZoneInForce } from '../../texts/format.ts'
import { pageLocale } from '../../texts/locale.ts'

/** How this person reads dates, for the words a reply or forward begins with. */
export function readerInput(): { readonly timeZone: string; readonly locale: string } {
  const { locale } = new Intl.DateTimeFormat(pageLocale()).resolvedOptions()
  return { timeZone: timeZoneInForce(), locale }
}

/** What is told of an answer that did not come, and the language the server is asked in. */
export interface ReaderWords {
  readonly text: Pick<Catalogue, 'unreachable' | 'unreadable'>
  /** A BCP 47 tag. */
  readonly language: () => string
}

/** Asks for refusals in the language of the page, which may be another one than the browser's. */
export function languageHeader(words: ReaderWords | undefined): Readonly<Record<string, string>> {
  return words === undefined ? {} : { 'Accept-Language': words.language() }
}
