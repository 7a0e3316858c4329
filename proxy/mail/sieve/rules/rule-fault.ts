import type { Condition, Rule, RuleAction } from './rule.ts'

/** Why a rule can not be written. */
export type RuleFaultCode =
  /** More than one line where a comment or a disabled rule has only one. */
  | 'several_lines'
  | 'no_conditions'
  | 'invalid_value'
  /** `${` in a script that requires `variables` or `encoded-character`, which have no escape for it. */
  | 'variable_reference'

/** A rule that is none that the script could hold; nothing was written. */
export class RuleFault extends Error {
  override readonly name = 'RuleFault'
  readonly code: RuleFaultCode
  /** The name of the rule. */
  readonly rule: string

  constructor(code: RuleFaultCode, rule: string) {
    super(`${code}: ${rule}`)
    this.code = code
    this.rule = rule
  }
}

/** The first fault of a rule by itself; undefined: it can be written, and is read again as it is. */
export function findRuleFault(rule: Rule): RuleFaultCode | undefined {
  const { name, match, conditions, actions } = rule
  if (!isLine(name)) return 'several_lines'
  // Blanks at the ends of a comment are none that other programs keep.
  if (name.trim() !== name) return 'invalid_value'
  if (!actions.every(isValidAction)) return 'invalid_value'
  if (match === 'every') return undefined
  if (conditions.length === 0) return 'no_conditions'
  if (conditions.some((condition) => textsOf(condition).some((text) => !isLine(text))))
    return 'several_lines'
  return conditions.every(isValidCondition) ? undefined : 'invalid_value'
}

/** NUL is no line either: servers take it nowhere. */
function isLine(text: string): boolean {
  return !/[\r\n\0]/.test(text)
}

function textsOf(condition: Condition): readonly string[] {
  if (condition.kind === 'contact') return condition.addresses
  return condition.kind === 'text' ? condition.values : []
}

/** RFC 5322 2.2. */
const FIELD_NAME = /^[\x21-\x39\x3b-\x7e]+$/
const ZONE = /^[+-][0-9]{4}$/
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/
/** RFC 9051 9 `atom`. */
const KEYWORD = /^[^\\\x00-\x20\x7f-\uffff(){%*"\]]+$/

function isValidCondition(condition: Condition): boolean {
  switch (condition.kind) {
    case 'text': {
      const { field, comparison, values } = condition
      // Every text contains the empty one, which nobody means.
      const hasMeaning = comparison === 'is' || values.every((value) => value !== '')
      const isNamed = field.kind !== 'header' || FIELD_NAME.test(field.name)
      return values.length > 0 && hasMeaning && isNamed
    }
    case 'size':
      return isNatural(condition.bytes)
    case 'date':
      return DAY.test(condition.day) && isZone(condition.zone)
    case 'weekday':
      return (
        condition.days.length > 0 &&
        condition.days.every((day) => isNatural(day) && day <= 6) &&
        isZone(condition.zone)
      )
    case 'spam':
      return isNatural(condition.value) && condition.value <= MAX_SPAM[condition.scale]
    case 'attachment':
    case 'contact':
      return true
  }
}

const MAX_SPAM = { score: 10, percent: 100 }

function isNatural(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

function isZone(zone: string | undefined): boolean {
  return zone === undefined || ZONE.test(zone)
}

function isValidAction(action: RuleAction): boolean {
  switch (action.kind) {
    case 'move':
    case 'copy':
      return action.mailbox !== '' && isLine(action.mailbox)
    case 'tag':
      return KEYWORD.test(action.keyword)
    case 'forward':
      return action.address !== '' && isLine(action.address)
    case 'answer': {
      const { text, subject = '', days = 1, addresses, from = '' } = action
      return isText(text) && [subject, from, ...addresses].every(isLine) && isNatural(days)
    }
    case 'reject':
      return isText(action.text)
    case 'markRead':
    case 'flag':
    case 'keep':
    case 'delete':
    case 'stop':
      return true
  }
}

function isText(text: string): boolean {
  return !/[\r\0]/.test(text)
}
