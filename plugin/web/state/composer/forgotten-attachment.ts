import type { Draft } from './draft.ts'

/**
 * How the languages of the page say that a file comes along: many people write in others than they read the page in. Where
 * words have no blanks between them, or others grow together with them, anywhere in the text.
 */
const PHRASES: readonly RegExp[] = [
  // English
  phrases('attach(?:ed|ing|ments?)?', 'enclosed', 'see the file', 'cv is'),
  // German
  phrases('anbei', 'anhang', 'anhänge', 'angehängt\\p{L}*', 'anlage', 'beigefügt\\p{L}*'),
  // Spanish and Portuguese
  phrases('adjunt[oa]s?', 'adjuntar', 'anex[oa]s?', 'anexei', 'anexad[oa]s?', 'anexando'),
  // French
  phrases('pièces? jointes?', 'ci-joint\\p{L}*', '(?:je|nous) (?:vous )?joins', 'joignons'),
  // Italian
  phrases('allegat[oiae]', 'allego', 'alleghiamo'),
  // Dutch
  phrases('bijlagen?', 'bijgevoegde?', 'bijgaande?'),
  // Polish
  phrases('załącz\\p{L}*'),
  // Turkish
  phrases('ekte', 'ekteki\\p{L}*', 'ekli', 'ek olarak', 'ilişikte\\p{L}*'),
  // Ukrainian
  phrases('вкладен\\p{L}*', 'додаток', 'у додатку', 'прикріпл\\p{L}*', 'долуч\\p{L}*'),
  // Arabic, whose articles and prepositions are part of the word, and Japanese
  /مرفق|[أا]رفق/u,
  /添付|同封/u,
]

function phrases(...all: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** Where the text of someone else begins that is not quoted line by line: a forwarded message. */
const FORWARDED = /^-{8} .+ -{8}$/m
const QUOTED_LINE = /^>.*$/gm

/** True when the writer's own words speak of an attachment and there is none. */
export function isAttachmentForgotten(draft: Draft): boolean {
  const { files, kept, text, subject, mode, signature } = draft
  if (files.length + kept.length > 0) return false
  const [own = ''] = text.split(FORWARDED)
  const unsigned = signature === '' ? own : own.replace(signature, '')
  // The subject of an answer or a forward is someone else's.
  const words = `${mode === 'new' ? subject : ''}\n${unsigned.replace(QUOTED_LINE, '')}`
  return PHRASES.some((phrase) => phrase.test(words))
}
