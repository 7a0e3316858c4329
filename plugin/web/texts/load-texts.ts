import type { PageLanguage } from '../../wire/native/types.ts'
import { createTexts, type Texts, type Translated } from '../../texts/texts.ts'
import { codeLoader } from '../loading/code-loader.ts'
import { formatOf } from './locale.ts'

/** Loads those texts of a language that the importer's bundle has. Rejects where its file can not be had this time. */
export function textsLoader<English>(
  language: PageLanguage,
  load: () => Promise<{ readonly default: Translated<English> }>,
): () => Promise<Texts<English>> {
  const loadFile = codeLoader(load)
  return async () => createTexts<English>((await loadFile()).default, formatOf(language))
}
