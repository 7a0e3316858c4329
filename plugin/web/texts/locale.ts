import type { MessageFormat } from '../../texts/message.ts'

// Numbers and names as the page's language has them. A file of its own, without what draws again: each catalogue imports it.

let locale: string | undefined
let count = new Intl.NumberFormat()
let names = new Intl.Collator()

/** From now on numbers, sizes and the order of names are of this locale. */
export function setLocale(tag: string): void {
  locale = tag
  count = new Intl.NumberFormat(tag)
  names = new Intl.Collator(tag)
}

/** The locale of the page; undefined before it is known, for that of the browser. */
export function pageLocale(): string | undefined {
  return locale
}

/** The reader's own locale where it is of that language, with their region's way to write dates; else the language itself. */
export function localeFor(language: string, wanted: readonly string[]): string {
  const [name] = language.split('-')
  return wanted.find((tag) => tag === language || tag.split('-')[0] === name) ?? language
}

/** A number in the reader's own notation. */
export function formatCount(value: number): string {
  return count.format(value)
}

/** Orders names as a dictionary of the language does. */
export function compareNames(one: string, other: string): number {
  return names.compare(one, other)
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in decimal units (1 kB = 1000 bytes), as file managers show it. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}

/** Between these a text has a direction of its own (Unicode UAX 9, FSI and PDI). */
const [BEGIN, END] = ['\u2068', '\u2069']

/**
 * How messages of a language are written. In Arabic a name, an address or a reason from elsewhere stands apart: without it
 * a name from left to right takes the words and the punctuation beside it to its own side.
 */
export function formatOf(language: string): MessageFormat {
  const plurals = new Intl.PluralRules(language)
  return {
    pluralForm: (value) => plurals.select(value),
    number: formatCount,
    isolate: (text) => (language === 'ar' && text !== '' ? `${BEGIN}${text}${END}` : text),
  }
}
