import type { TextComparison } from './rule.ts'

/** What `:matches` is given for values that a text begins or ends with. */
export function patternsOf(comparison: 'begins' | 'ends', values: readonly string[]) {
  const literals = values.map((value) => value.replace(/[*?\\]/g, '\\$&'))
  return literals.map((literal) => (comparison === 'begins' ? `${literal}*` : `*${literal}`))
}

/** What these patterns mean in words; `matches` where there is no other one for all of them. */
export function comparisonOf(patterns: readonly string[]): {
  readonly comparison: TextComparison
  readonly values: readonly string[]
} {
  const begins = patterns.map((pattern) => literalOf(charactersOf(pattern), 'begins'))
  const ends = patterns.map((pattern) => literalOf(charactersOf(pattern), 'ends'))
  if (isEachKnown(begins)) return { comparison: 'begins', values: begins }
  if (isEachKnown(ends)) return { comparison: 'ends', values: ends }
  return { comparison: 'matches', values: patterns }
}

function isEachKnown(literals: readonly (string | undefined)[]): literals is readonly string[] {
  return literals.every((literal) => literal !== undefined)
}

interface Character {
  readonly text: string
  readonly isWild: boolean
}

function charactersOf(pattern: string): readonly Character[] {
  return Array.from(pattern.matchAll(/\\([^])|[^]/g), ([whole, escaped]) => ({
    text: escaped ?? whole,
    isWild: escaped === undefined && (whole === '*' || whole === '?'),
  }))
}

/** The text beside the only wildcard, a `*` at that end. */
function literalOf(
  characters: readonly Character[],
  comparison: 'begins' | 'ends',
): string | undefined {
  const wildcard = characters.at(comparison === 'begins' ? -1 : 0)
  const rest = comparison === 'begins' ? characters.slice(0, -1) : characters.slice(1)
  if (wildcard?.isWild !== true || wildcard.text !== '*') return undefined
  if (rest.length === 0 || rest.some(({ isWild }) => isWild)) return undefined
  return rest.map(({ text }) => text).join('')
}
