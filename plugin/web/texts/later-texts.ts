import type { PageLanguage } from '../../wire/native/types.ts'
import type en from '../../texts/en.ts'
import type { Texts } from '../../texts/texts.ts'
import { textsLoader } from './load-texts.ts'

type LaterMessages = Pick<typeof en, 'contacts' | 'filters' | 'mail' | 'settings'>

/** The texts that come with the code of the later part. */
export type LaterCatalogue = Texts<LaterMessages>
/** Of later views of mail: folders, writing, dialogs. */
export type MailCatalogue = LaterCatalogue['mail']
export type ContactWords = LaterCatalogue['contacts']
export type FilterTexts = LaterCatalogue['filters']
export type SettingsCatalogue = LaterCatalogue['settings']

/** By language; the build leaves the other parts out of these chunks. */
export const laterTexts: Readonly<Record<PageLanguage, () => Promise<LaterCatalogue>>> = {
  ar: textsLoader<LaterMessages>(
    'ar',
    () => import('../../texts/ar.json', { with: { type: 'json' } }),
  ),
  de: textsLoader<LaterMessages>(
    'de',
    () => import('../../texts/de.json', { with: { type: 'json' } }),
  ),
  en: textsLoader<LaterMessages>('en', () => import('../../texts/en.ts')),
  es: textsLoader<LaterMessages>(
    'es',
    () => import('../../texts/es.json', { with: { type: 'json' } }),
  ),
  fr: textsLoader<LaterMessages>(
    'fr',
    () => import('../../texts/fr.json', { with: { type: 'json' } }),
  ),
  it: textsLoader<LaterMessages>(
    'it',
    () => import('../../texts/it.json', { with: { type: 'json' } }),
  ),
  ja: textsLoader<LaterMessages>(
    'ja',
    () => import('../../texts/ja.json', { with: { type: 'json' } }),
  ),
  nl: textsLoader<LaterMessages>(
    'nl',
    () => import('../../texts/nl.json', { with: { type: 'json' } }),
  ),
  pl: textsLoader<LaterMessages>(
    'pl',
    () => import('../../texts/pl.json', { with: { type: 'json' } }),
  ),
  'pt-BR': textsLoader<LaterMessages>(
    'pt-BR',
    () => import('../../texts/pt-BR.json', { with: { type: 'json' } }),
  ),
  tr: textsLoader<LaterMessages>(
    'tr',
    () => import('../../texts/tr.json', { with: { type: 'json' } }),
  ),
  uk: textsLoader<LaterMessages>(
    'uk',
    () => import('../../texts/uk.json', { with: { type: 'json' } }),
  ),
}
