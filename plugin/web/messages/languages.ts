import type { PageLanguage } from '../../wire/native/types.ts'
import { codeLoader } from '../loading/code-loader.ts'
import type { ContactWords } from './contacts/en.ts'
import type { Catalogue } from './en.ts'
import type { MailCatalogue } from './mail/en.ts'
import type { SettingsCatalogue } from './settings/en.ts'

/** The texts that come with the code of the later part. */
export interface LaterCatalogue {
  readonly contacts: ContactWords
  readonly mail: MailCatalogue
  readonly settings: SettingsCatalogue
}

/** The texts of the page by language; each is a chunk of its own, which the server names in the page. */
export const catalogues: Readonly<Record<PageLanguage, () => Promise<Catalogue>>> = {
  ar: texts(() => import('./ar.ts'), 'ar'),
  de: texts(() => import('./de.ts'), 'de'),
  en: texts(() => import('./en.ts'), 'en'),
  fr: texts(() => import('./fr.ts'), 'fr'),
  es: texts(() => import('./es.ts'), 'es'),
  'pt-BR': texts(() => import('./pt-br.ts'), 'ptBr'),
  it: texts(() => import('./it.ts'), 'it'),
  nl: texts(() => import('./nl.ts'), 'nl'),
  pl: texts(() => import('./pl.ts'), 'pl'),
  uk: texts(() => import('./uk.ts'), 'uk'),
  tr: texts(() => import('./tr.ts'), 'tr'),
  ja: texts(() => import('./ja.ts'), 'ja'),
}

/** The texts of the later part by language. */
export const laterCatalogues: Readonly<Record<PageLanguage, () => Promise<LaterCatalogue>>> = {
  ar: codeLoader(() => import('./later/later-ar.ts')),
  de: codeLoader(() => import('./later/later-de.ts')),
  en: codeLoader(() => import('./later/later-en.ts')),
  fr: codeLoader(() => import('./later/later-fr.ts')),
  es: codeLoader(() => import('./later/later-es.ts')),
  'pt-BR': codeLoader(() => import('./later/later-pt-br.ts')),
  it: codeLoader(() => import('./later/later-it.ts')),
  nl: codeLoader(() => import('./later/later-nl.ts')),
  pl: codeLoader(() => import('./later/later-pl.ts')),
  uk: codeLoader(() => import('./later/later-uk.ts')),
  tr: codeLoader(() => import('./later/later-tr.ts')),
  ja: codeLoader(() => import('./later/later-ja.ts')),
}

/** The texts that a file exports under the name. */
function texts<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Catalogue>>>,
  name: Name,
): () => Promise<Catalogue> {
  const loadFile = codeLoader(load)
  return async () => (await loadFile())[name]
}
