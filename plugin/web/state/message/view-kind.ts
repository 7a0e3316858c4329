import type { NativePart } from '../../../wire/native/types.ts'

/** How a file is shown in the page. */
export type ViewKind = 'image' | 'media' | 'table' | 'text'

const endings: readonly (readonly [ViewKind, RegExp])[] = [
  ['image', /^(png|jpe?g|gif|webp|avif)$/],
  ['table', /^[ct]sv$/],
  [
    'text',
    /^(te?xt|md|log|json|ya?ml|xml|ini|conf|sql|diff|patch|css|[jt]sx?|py|sh|php|c|h|srt|vtt|vcf)$/,
  ],
]

/** By the type, or by the ending of a name where the type says no more than that it is bytes; undefined: it is only saved. */
export function viewKind({ type, filename }: NativePart): ViewKind | undefined {
  const [main = '', sub = ''] = type.split('/')
  const ending = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  const kindOf = (word: string) => endings.find(([, words]) => words.test(word))?.[0]
  if (main === 'image') return kindOf(sub) === 'image' ? 'image' : undefined
  if (main === 'audio' || main === 'video') return 'media'
  if (sub === 'octet-stream') return kindOf(ending)
  if (/^(csv|tab-separated-values)$/.test(sub)) return 'table'
  // Names of spreadsheets stand before some CSV files.
  if (kindOf(ending) === 'table') return 'table'
  if (main === 'text') return /^(html|calendar|rtf)$/.test(sub) ? undefined : 'text'
  return main === 'application' && kindOf(ending) === 'text' ? 'text' : undefined
}
