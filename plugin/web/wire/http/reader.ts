import type { Catalogue } from '../../texts/first-texts.ts'
import { timeZoneInForce } from '../../texts/format.ts'
import { pageLocale } from '../../texts/locale.ts'

/** How this user reads dates, for the words a reply or forward starts with. */
export function readerInput(): { readonly timeZone: string; readonly locale: string } {
  const { locale } = new Intl.DateTimeFormat(pageLocale()).resolvedOptions()
  return { timeZone: timeZoneInForce(), locale }
}

/** What is told of a response that did not come, and the language the server is asked in. */
export interface ReaderWords {
  readonly text: Pick<Catalogue, 'unreachable' | 'unreadable'>
  /** A BCP 47 tag. */
  readonly language: () => string
}

/** Requests refusals in the language of the page, which may be another one than the browser's. */
export function languageHeader(texts: ReaderWords | undefined): Readonly<Record<string, string>> {
  return texts === undefined ? {} : { 'Accept-Language': texts.language() }
}
