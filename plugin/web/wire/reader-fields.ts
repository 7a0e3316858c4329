import { pageLocale } from '../messages/locale.ts'

/** How this person reads dates, for the words a reply or forward begins with. */
export function readerFields(): { readonly _timezone: string; readonly _locale: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat(pageLocale()).resolvedOptions()
  return { _timezone: timeZone, _locale: locale }
}
