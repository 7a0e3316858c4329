import type { PageLanguage } from '../../wire/native/types.ts'
import type { ContactWords } from './contacts/en.ts'
import type { Catalogue } from './en.ts'
import type { SettingsCatalogue } from './settings/en.ts'

/** The texts that come with the code of the later part. */
export interface LaterCatalogue {
  readonly contacts: ContactWords
  readonly settings: SettingsCatalogue
}

/** The texts of the page by language; each is a chunk of its own, which the server names in the page. */
export const catalogues: Readonly<Record<PageLanguage, () => Promise<Catalogue>>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  'pt-BR': async () => (await import('./pt-br.ts')).ptBr,
  it: async () => (await import('./it.ts')).it,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  uk: async () => (await import('./uk.ts')).uk,
  tr: async () => (await import('./tr.ts')).tr,
  ja: async () => (await import('./ja.ts')).ja,
}

/** The texts of the later part by language. */
export const laterCatalogues: Readonly<Record<PageLanguage, () => Promise<LaterCatalogue>>> = {
  ar: () => import('./later/later-ar.ts'),
  de: () => import('./later/later-de.ts'),
  en: () => import('./later/later-en.ts'),
  fr: () => import('./later/later-fr.ts'),
  es: () => import('./later/later-es.ts'),
  'pt-BR': () => import('./later/later-pt-br.ts'),
  it: () => import('./later/later-it.ts'),
  nl: () => import('./later/later-nl.ts'),
  pl: () => import('./later/later-pl.ts'),
  uk: () => import('./later/later-uk.ts'),
  tr: () => import('./later/later-tr.ts'),
  ja: () => import('./later/later-ja.ts'),
}
