import { messageOf, type Refusal } from '../http/refusal.ts'
import type { Language } from '../language/language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { es } from './es.ts'
import { ptBr } from './pt-br.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { uk } from './uk.ts'
import { tr } from './tr.ts'
import { ja } from './ja.ts'
import type { ServerWords, TranslatedWords } from './server-words.ts'

/** By language. */
export const translated: Readonly<Record<Exclude<Language, 'en'>, TranslatedWords>> = {
  ar,
  de,
  fr,
  es,
  'pt-BR': ptBr,
  it,
  nl,
  pl,
  uk,
  tr,
  ja,
}

/** What the server says itself. */
export function wordsOf(language: Language): ServerWords {
  return language === 'en' ? en : translated[language]
}

/** A refusal in words for the mailbox owner; they name what is refused where that is known. */
export function refusalWords(refusal: Pick<Refusal, 'code' | 'about'>, language: Language): string {
  if (language === 'en') return messageOf(refusal)
  const { code, about } = refusal
  const { refusals, refusalsAbout } = translated[language]
  const namesIt = Object.entries(refusalsAbout).find(([name]) => name === code)?.[1]
  return about === undefined || namesIt === undefined ? refusals[code] : namesIt(about)
}
