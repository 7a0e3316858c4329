import {
  extensionsOfAction,
  extensionsOfCondition,
} from '../../../../proxy/mail/sieve/rules/needed-extensions.ts'
import {
  ACTION_KINDS,
  actionOf,
  compared,
  comparisonOf,
  comparisonsFor,
  conditionOn,
  FIELD_NAMES,
  fieldNameOf,
  type ComparisonName,
  type Condition,
  type FieldName,
  type Rule,
  type RuleAction,
} from './rules.ts'

/** Names of the SIEVE capability (RFC 5804 1.7). */
export type Extensions = readonly string[]

/** What of the language the mail server lacks for a condition or an action; empty: it can do it. */
export function missingFor(part: Condition | RuleAction, extensions: Extensions): Extensions {
  const needed = 'isNot' in part ? extensionsOfCondition(part) : extensionsOfAction(part)
  return needed.filter((name) => !extensions.includes(name))
}

/** The same for a whole rule, each name once. */
export function missingForRule(
  { match, conditions, actions }: Rule,
  extensions: Extensions,
): Extensions {
  const parts = [...(match === 'every' ? [] : conditions), ...actions]
  return [...new Set(parts.flatMap((part) => missingFor(part, extensions)))]
}

/** Fields that a condition can look at; the one it has stays, so that the form shows what is stored. */
export function offeredFields(condition: Condition, extensions: Extensions): readonly FieldName[] {
  const present = fieldNameOf(condition)
  return FIELD_NAMES.filter(
    (name) => name === present || possibleOn(conditionOn(name, ''), extensions) !== undefined,
  )
}

/** How the field can be compared; the comparison it has stays. */
export function offeredComparisons(
  condition: Condition,
  extensions: Extensions,
): readonly ComparisonName[] {
  const present = comparisonOf(condition)
  return comparisonsFor(condition).filter(
    (name) => name === present || missingFor(compared(condition, name), extensions).length === 0,
  )
}

/** The condition on another field, compared in a way that the server can do. */
export function offeredConditionOn(
  field: FieldName,
  { today, before, extensions }: OfferedConditionOptions,
): Condition {
  const usual = conditionOn(field, today, before)
  return possibleOn(usual, extensions) ?? usual
}

interface OfferedConditionOptions {
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly before: Condition
  readonly extensions: Extensions
}

function possibleOn(usual: Condition, extensions: Extensions): Condition | undefined {
  const others: readonly Condition[] = usual.kind === 'attachment' ? [{ ...usual, by: 'body' }] : []
  const ways = [usual, ...comparisonsFor(usual).map((name) => compared(usual, name)), ...others]
  return ways.find((way) => missingFor(way, extensions).length === 0)
}

/** Kinds of action, the one that is there among them. */
export function offeredActions(
  { kind: present }: RuleAction,
  extensions: Extensions,
): readonly RuleAction['kind'][] {
  return ACTION_KINDS.filter(
    (kind) => kind === present || missingFor(actionOf(kind, ''), extensions).length === 0,
  )
}

/** What a further action begins as: mail that goes somewhere is often marked as read, and every server can keep it. */
export function offeredAction(extensions: Extensions): RuleAction {
  const markRead = actionOf('markRead', '')
  return missingFor(markRead, extensions).length === 0 ? markRead : actionOf('keep', '')
}
