import { codeLoader } from '../../../loading/code-loader.ts'

/** By code points in hexadecimal, as `1F44D` or `2764-FE0F-200D-1F525`. */
type NameTable = Readonly<Record<string, string | readonly string[]>>

/** An emoji by one of its names. */
export interface NamedEmoji {
  readonly emoji: string
  /** Words with `_` between them. */
  readonly name: string
}

/** Names that chat programs and forums taught everybody, as `+1` and `tada`. */
const loadCommon = tableLoader(
  () => import('emojibase-data/en/shortcodes/github.json', { with: { type: 'json' } }),
)

const loadEnglish = tableLoader(
  () => import('emojibase-data/en/shortcodes/cldr.json', { with: { type: 'json' } }),
)

/** Names of Unicode CLDR by language; Arabic and Turkish have none in the package, and are served in English. */
const loaders: ReadonlyMap<string, typeof loadEnglish> = new Map([
  [
    'de',
    tableLoader(() => import('emojibase-data/de/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'es',
    tableLoader(() => import('emojibase-data/es/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'fr',
    tableLoader(() => import('emojibase-data/fr/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'it',
    tableLoader(() => import('emojibase-data/it/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'ja',
    tableLoader(
      () => import('emojibase-data/ja/shortcodes/cldr-native.json', { with: { type: 'json' } }),
    ),
  ],
  [
    'nl',
    tableLoader(() => import('emojibase-data/nl/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'pl',
    tableLoader(() => import('emojibase-data/pl/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'pt-BR',
    tableLoader(() => import('emojibase-data/pt/shortcodes/cldr.json', { with: { type: 'json' } })),
  ],
  [
    'uk',
    tableLoader(
      () => import('emojibase-data/uk/shortcodes/cldr-native.json', { with: { type: 'json' } }),
    ),
  ],
])

/** Typed once: the files have thousands of names. */
function tableLoader(
  load: () => Promise<{ readonly default: NameTable }>,
): () => Promise<{ readonly default: NameTable }> {
  return codeLoader(load)
}

/** All names of emoji, those in the language of the page last. Rejects where they can not be had this time. */
export async function loadEmojiNames(language: string): Promise<readonly NamedEmoji[]> {
  const loadOwn = loaders.get(language) ?? loadEnglish
  const tables = await Promise.all([loadCommon(), loadOwn()])
  return tables.flatMap(({ default: table }) => Object.entries(table).flatMap(namedEmoji))
}

function namedEmoji([code, names]: readonly [string, string | readonly string[]]) {
  if (SKIN_TONE.test(code)) return []
  const emoji = emojiOf(code)
  return [names].flat().map((name) => ({ emoji, name }))
}

/** Six forms of each hand would hide what else is found. */
const SKIN_TONE = /1F3F[B-F]/

function emojiOf(code: string): string {
  const text = String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))
  // Without the selector a heart is drawn as a letter (Unicode UTS 51 2.2).
  return /^\p{Emoji_Presentation}/u.test(text) || code.includes('-') ? text : `${text}\ufe0f`
}
