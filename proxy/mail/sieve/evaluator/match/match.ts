import { stringOf, stringsOf } from '../../language/argument-values.ts'
import type { Bound } from '../../language/bind.ts'
import { RunFault, Undecided } from '../program.ts'
import { expand, type ScriptRun } from '../run.ts'
import { comparatorOf, type Comparator } from './comparator.ts'
import { UnusableRegex } from './regex.ts'
import { matchWildcards } from './wildcards.ts'

interface Placed {
  readonly start: number
}

/** One comparison: what stands in the test. */
export interface Matching {
  readonly run: ScriptRun
  readonly bound: Bound
  readonly node: Placed
  /** RFC 5173 6: what the body holds is no value of a variable. */
  readonly isWithoutVariables?: boolean
}

/** Whether one of the values matches one of the keys (RFC 5228 2.7), by the match type and comparator of a test. */
export function matches(
  { run, bound, node, isWithoutVariables = false }: Matching,
  values: readonly string[],
  keyStrings: readonly string[],
): boolean {
  const type = bound.chosen.get('match') ?? 'is'
  const name = stringOf(bound.tags.get('comparator')) ?? 'i;ascii-casemap'
  const comparator = comparatorOf(name)
  if (comparator === undefined) throw new Undecided(name, node)
  if (type === 'is' && !hasReferences(run)) {
    const keySet = () => new Set(keyStrings.map((key) => comparator.normalize(expand(run, key))))
    const keys = run.shared.patterns.keys(bound, keySet)
    return values.some((value) => keys.has(comparator.normalize(value)))
  }
  const keys = keyStrings.map((key) => expand(run, key))
  if (type === 'count' || type === 'value') {
    const relation = expand(run, stringOf(bound.tags.get(type)) ?? '').toLowerCase()
    const compared = type === 'count' ? [String(values.length)] : values
    return compared.some((value) =>
      keys.some((key) => holds(relation, comparator.compare(value, key))),
    )
  }
  if (type === 'list') throw new Undecided(':list', node)
  return values.some((value) =>
    keys.some((key) => matchesOne({ run, node, type, comparator, isWithoutVariables }, value, key)),
  )
}

/** Whether a string of the script may stand for something else at each message. */
function hasReferences({ program }: ScriptRun): boolean {
  return program.required.has('variables')
}

/** The keys of a test. */
export function keysOf(bound: Bound, at: number): readonly string[] {
  return stringsOf(bound.positional[at])
}

function holds(relation: string, order: number): boolean {
  switch (relation) {
    case 'gt':
      return order > 0
    case 'ge':
      return order >= 0
    case 'lt':
      return order < 0
    case 'le':
      return order <= 0
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    default:
      return false
  }
}

interface OneMatching {
  readonly run: ScriptRun
  readonly node: Placed
  readonly type: string
  readonly comparator: Comparator
  readonly isWithoutVariables: boolean
}

function matchesOne(matching: OneMatching, value: string, key: string): boolean {
  const { run, type, comparator } = matching
  if (type === 'is') return comparator.compare(value, key) === 0
  if (type === 'contains') return comparator.normalize(value).includes(comparator.normalize(key))
  const found =
    type === 'matches'
      ? matchWildcards(value, key, comparator.normalize)
      : matchRegex(matching, value, key)
  if (found === undefined) return false
  if (!matching.isWithoutVariables) run.variables.setMatches(found)
  return true
}

function matchRegex(
  { run, node, comparator }: OneMatching,
  value: string,
  key: string,
): readonly string[] | undefined {
  try {
    return run.shared.patterns.regex(key, comparator.isCaseless).match(value)
  } catch (error) {
    if (error instanceof UnusableRegex)
      throw new RunFault('invalid_regex', key, node, { cause: error })
    throw error
  }
}
