import type { PageLanguage } from '../../wire/native/types.ts'
import type en from '../../texts/en.ts'
import type { Texts } from '../../texts/texts.ts'
import { textsLoader } from './load-texts.ts'

type FirstMessages = Pick<typeof en, 'page'>

/** The texts that the page starts with. */
export type Catalogue = Texts<FirstMessages>['page']

/** By language; each is a chunk of its own, which the server names in the page. The build leaves the other parts out of it. */
export const firstTexts: Readonly<Record<PageLanguage, () => Promise<Texts<FirstMessages>>>> = {
  ar: textsLoader<FirstMessages>(
    'ar',
    () => import('../../texts/ar.json', { with: { type: 'json' } }),
  ),
  de: textsLoader<FirstMessages>(
    'de',
    () => import('../../texts/de.json', { with: { type: 'json' } }),
  ),
  en: textsLoader<FirstMessages>('en', () => import('../../texts/en.ts')),
  es: textsLoader<FirstMessages>(
    'es',
    () => import('../../texts/es.json', { with: { type: 'json' } }),
  ),
  fr: textsLoader<FirstMessages>(
    'fr',
    () => import('../../texts/fr.json', { with: { type: 'json' } }),
  ),
  it: textsLoader<FirstMessages>(
    'it',
    () => import('../../texts/it.json', { with: { type: 'json' } }),
  ),
  ja: textsLoader<FirstMessages>(
    'ja',
    () => import('../../texts/ja.json', { with: { type: 'json' } }),
  ),
  nl: textsLoader<FirstMessages>(
    'nl',
    () => import('../../texts/nl.json', { with: { type: 'json' } }),
  ),
  pl: textsLoader<FirstMessages>(
    'pl',
    () => import('../../texts/pl.json', { with: { type: 'json' } }),
  ),
  'pt-BR': textsLoader<FirstMessages>(
    'pt-BR',
    () => import('../../texts/pt-BR.json', { with: { type: 'json' } }),
  ),
  tr: textsLoader<FirstMessages>(
    'tr',
    () => import('../../texts/tr.json', { with: { type: 'json' } }),
  ),
  uk: textsLoader<FirstMessages>(
    'uk',
    () => import('../../texts/uk.json', { with: { type: 'json' } }),
  ),
}
