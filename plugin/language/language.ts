/** The languages of the page and of our own words, as BCP 47 tags. */
export const languages = [
  'ar',
  'de',
  'en',
  'es',
  'fr',
  'it',
  'ja',
  'nl',
  'pl',
  'pt-BR',
  'tr',
  'uk',
] as const

export type Language = (typeof languages)[number]

const FALLBACK: Language = 'en'
const MAX_TAGS = 10

/**
 * The language for what a user reads, most wanted first (BCP 47 tags, as of Accept-Language, or locales as
 * `de_DE`): a language of any region is taken for ours of that language. English for none.
 */
export function languageFor(tags: readonly string[]): Language {
  for (const tag of tags.slice(0, MAX_TAGS)) {
    const known = knownLanguage(tag)
    if (known !== undefined) return known
  }
  return FALLBACK
}

/** Ours for a BCP 47 tag or a locale of any region; undefined where there is none. */
export function knownLanguage(tag: string): Language | undefined {
  const name = languageName(tag)
  if (name === undefined) return undefined
  return languages.find((language) => languageName(language) === name)
}

/** Where its lines begin: the `dir` of a document. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

/** `pt` of `pt-BR`; undefined for what is no language, `*` among them. */
function languageName(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag.replaceAll('_', '-')).language
  } catch {
    return undefined
  }
}
