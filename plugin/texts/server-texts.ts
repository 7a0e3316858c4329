import type { Refusal, RefusalCode } from '../http/refusal.ts'
import type { Language } from '../language/language.ts'
import ar from './ar.json' with { type: 'json' }
import de from './de.json' with { type: 'json' }
import en from './en.ts'
import es from './es.json' with { type: 'json' }
import fr from './fr.json' with { type: 'json' }
import it from './it.json' with { type: 'json' }
import ja from './ja.json' with { type: 'json' }
import nl from './nl.json' with { type: 'json' }
import pl from './pl.json' with { type: 'json' }
import ptBr from './pt-BR.json' with { type: 'json' }
import tr from './tr.json' with { type: 'json' }
import uk from './uk.json' with { type: 'json' }
import { createTexts, type Texts, type Translated } from './texts.ts'

type ServerMessages = Pick<typeof en, 'server' | 'refusals' | 'refusalsAbout'>

/** What the server says itself, in one language. */
export type ServerTexts = Texts<typeof en.server>

/** The build leaves the parts of the page out of these. */
const messages: Readonly<Record<Language, Translated<ServerMessages>>> = {
  ar,
  de,
  en,
  es,
  fr,
  it,
  ja,
  nl,
  pl,
  'pt-BR': ptBr,
  tr,
  uk,
}

const made = new Map<Language, Texts<ServerMessages>>()

/** What the server says itself. */
export function serverTexts(language: Language): ServerTexts {
  return textsOf(language).server
}

/** A refusal as text for the mailbox owner; it names what is refused where that is known. */
export function refusalText(
  { code, about }: Pick<Refusal, 'code' | 'about'>,
  language: Language,
): string {
  const { refusals, refusalsAbout } = textsOf(language)
  // Every code has its text: to lack one does not compile.
  const plain: Readonly<Record<RefusalCode, string>> = refusals
  const naming: Naming = refusalsAbout
  return (about === undefined ? undefined : naming[code]?.({ about })) ?? plain[code]
}

/** Those that say what they refuse. */
type Naming = Readonly<Partial<Record<RefusalCode, (values: { readonly about: string }) => string>>>

function textsOf(language: Language): Texts<ServerMessages> {
  const there = made.get(language)
  if (there !== undefined) return there
  const plurals = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  const texts = createTexts<ServerMessages>(messages[language], {
    pluralForm: (value) => plurals.select(value),
    number: (value) => numbers.format(value),
    isolate: (text) => text,
  })
  made.set(language, texts)
  return texts
}
