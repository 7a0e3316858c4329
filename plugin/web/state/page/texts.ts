import { effect, signal, type ReadonlySignal } from '@preact/signals'
import type { NativePreferences, PageLanguage } from '../../../wire/native/types.ts'
import { firstTexts, type Catalogue } from '../../texts/first-texts.ts'
import { setPageLocale } from '../../texts/format.ts'
import { laterTexts, type LaterCatalogue } from '../../texts/later-texts.ts'
import { localeFor } from '../../texts/locale.ts'

/** The texts of the page, in one language at a time. */
export interface Texts {
  /** A view that reads it is drawn again in another language. */
  readonly shown: ReadonlySignal<Catalogue>
  /** For who keeps it: always the same object, whose texts become those of another language. */
  readonly kept: Catalogue
  /** Those of the later part, whose views alone ask. Throws before `loadLater` has resolved once. */
  readonly later: () => LaterCatalogue
  /** Rejects when they can not be had. */
  loadLater(): Promise<void>
  /** Changes the language. Rejects when its texts can not be had; then the one before stays. */
  speak(language: PageLanguage): Promise<void>
}

/** Loads the texts of a language and makes it that of the document. Rejects when they can not be had. */
export async function openTexts(
  first: PageLanguage,
  { document, navigator }: Pick<Window, 'document' | 'navigator'>,
): Promise<Texts> {
  const shown = signal((await firstTexts[first]()).page)
  const remaining = { ...shown.peek() }
  const later = signal<LaterCatalogue | undefined>(undefined)
  let [spoken, wanted] = [first, first]
  setDocumentLanguage(first)

  function setDocumentLanguage(language: PageLanguage): void {
    const { documentElement } = document
    documentElement.lang = language
    documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
    setPageLocale(localeFor(language, navigator.languages))
  }

  return {
    shown,
    kept: remaining,
    later: () => {
      if (later.value === undefined) throw new Error('the later part was drawn without its texts')
      return later.value
    },
    async loadLater() {
      later.value ??= await laterTexts[spoken]()
    },
    async speak(language) {
      wanted = language
      if (language === spoken) return
      const isLaterThere = later.peek() !== undefined
      const [{ page }, others] = await Promise.all([
        firstTexts[language](),
        isLaterThere ? laterTexts[language]() : undefined,
      ])
      // Another one was chosen meanwhile.
      if (language !== wanted) return
      spoken = language
      setDocumentLanguage(language)
      Object.assign(remaining, page)
      shown.value = page
      if (others !== undefined) later.value = others
    },
  }
}

/** The language of what the owner has chosen. */
export function languageOf(
  { language }: NativePreferences,
  defaultLanguage: PageLanguage,
): PageLanguage {
  return language === '' ? defaultLanguage : language
}

interface LanguageOptions {
  readonly preferences: ReadonlySignal<NativePreferences>
  readonly defaultLanguage: PageLanguage
  readonly texts: Texts
  readonly onFailed: () => void
}

/** Keeps the page in the language that the owner has chosen, in whichever tab. */
export function followLanguage({
  preferences,
  defaultLanguage,
  texts,
  onFailed,
}: LanguageOptions): void {
  effect(() => {
    texts.speak(languageOf(preferences.value, defaultLanguage)).catch(onFailed)
  })
}
