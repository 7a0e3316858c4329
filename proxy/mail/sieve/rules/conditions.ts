import { numberOf, stringOf, stringsOf } from '../language/argument-values.ts'
import type { Bound } from '../language/bind.ts'
import type { ArgumentNode, TestNode } from '../language/syntax.ts'
import { boundNode } from './bound-node.ts'
import { numberNode, stringNode, stringsNode, tagNode, testNode } from './nodes.ts'
import { comparisonOf, patternsOf } from './patterns.ts'
import type { Condition, TextComparison, TextField } from './rule.ts'

/** The test that a condition is written as. */
export function testOf(condition: Condition): TestNode {
  const test = positiveTestOf(condition)
  return condition.isNot ? testNode('not', [], [test]) : test
}

function positiveTestOf(condition: Condition): TestNode {
  switch (condition.kind) {
    case 'text':
      return textTestOf(condition)
    case 'size':
      return testNode('size', [tagNode(condition.comparison), numberNode(condition.bytes)])
    case 'date': {
      const { comparison, day, zone } = condition
      const match =
        comparison === 'is' ? [tagNode('is')] : relation(comparison === 'since' ? 'ge' : 'lt')
      return testNode('currentdate', [
        ...zoneArguments(zone),
        ...match,
        ...['date', day].map(stringNode),
      ])
    }
    case 'weekday': {
      const days = stringsNode(condition.days.map(String))
      const match = [tagNode('is'), stringNode('weekday'), days]
      return testNode('currentdate', [...zoneArguments(condition.zone), ...match])
    }
    case 'spam':
      return testNode('spamtest', [
        ...(condition.scale === 'percent' ? [tagNode('percent')] : []),
        ...relation(condition.comparison === 'atLeast' ? 'ge' : 'le'),
        tagNode('comparator'),
        ...[NUMERIC, String(condition.value)].map(stringNode),
      ])
    case 'attachment':
      return attachmentTest(condition.by)
    case 'contact':
      return testNode('address', [
        ...['all', 'is'].map(tagNode),
        stringNode('from'),
        stringsNode([CONTACTS_MARK, ...condition.addresses]),
      ])
  }
}

/** Nobody's address (RFC 2606 2): a list of senders that starts with it is the address book, in whatever program it is shown. */
const CONTACTS_MARK = 'contacts@postern.invalid'

const DISPOSITION = 'Content-Disposition'
const DISPOSITION_PATTERN = 'attachment*'
const DISPOSITION_LINE = `${DISPOSITION}: attachment`

function attachmentTest(by: 'mime' | 'body'): TestNode {
  return by === 'mime'
    ? testNode('header', [
        ...['mime', 'anychild', 'matches'].map(tagNode),
        ...[DISPOSITION, DISPOSITION_PATTERN].map(stringNode),
      ])
    : testNode('body', [...['raw', 'contains'].map(tagNode), stringNode(DISPOSITION_LINE)])
}

const NUMERIC = 'i;ascii-numeric'

function relation(name: string): readonly ArgumentNode[] {
  return [tagNode('value'), stringNode(name)]
}

function zoneArguments(zone: string | undefined): readonly ArgumentNode[] {
  return zone === undefined ? [] : [tagNode('zone'), stringNode(zone)]
}

type TextCondition = Extract<Condition, { readonly kind: 'text' }>

function textTestOf({ field, comparison, values }: TextCondition): TestNode {
  const isPattern = comparison === 'begins' || comparison === 'ends'
  const match = tagNode(isPattern ? 'matches' : comparison)
  const keys = stringsNode(isPattern ? patternsOf(comparison, values) : values)
  switch (field.kind) {
    case 'body':
      return testNode('body', [tagNode('text'), match, keys])
    case 'subject':
      return testNode('header', [match, stringNode('subject'), keys])
    case 'list':
      return testNode('header', [match, stringNode('list-id'), keys])
    case 'header':
      return testNode('header', [match, stringNode(field.name), keys])
    case 'from':
    case 'to':
    case 'cc':
    case 'recipient': {
      const names = stringsNode(field.kind === 'recipient' ? ['to', 'cc'] : [field.kind])
      if (field.part === 'text') return testNode('header', [match, names, keys])
      const part = tagNode(field.part === 'domain' ? 'domain' : 'all')
      return testNode('address', [part, match, names, keys])
    }
  }
}

/** The condition that a test stands for; undefined: there is none. */
export function conditionOf(test: TestNode): Condition | undefined {
  const [inner] = test.tests
  if (test.name !== 'not') return positiveConditionOf(test, false)
  return inner === undefined || inner.name === 'not' ? undefined : positiveConditionOf(inner, true)
}

function positiveConditionOf(test: TestNode, isNot: boolean): Condition | undefined {
  switch (test.name) {
    case 'header':
    case 'body':
      return attachmentConditionOf(test, isNot) ?? textConditionOf(test, isNot)
    case 'address':
      return contactConditionOf(textConditionOf(test, isNot))
    case 'size': {
      const bound = boundNode(test, ['over', 'under'])
      const bytes = numberOf(bound?.positional[0])
      const comparison = bound?.chosen.get('size') === 'under' ? 'under' : 'over'
      if (bytes === undefined || bound?.tags.size !== 1) return undefined
      return { kind: 'size', comparison, bytes, isNot }
    }
    case 'currentdate':
      return dateConditionOf(test, isNot)
    case 'spamtest':
      return spamConditionOf(test, isNot)
    default:
      return undefined
  }
}

/** A test that is written like that of an attachment, whatever the case of its letters. */
function attachmentConditionOf(test: TestNode, isNot: boolean): Condition | undefined {
  const by = test.name === 'header' ? 'mime' : 'body'
  const wanted = boundNode(attachmentTest(by), ATTACHMENT_TAGS)
  const bound = boundNode(test, ATTACHMENT_TAGS)
  return bound !== undefined && wanted !== undefined && wordsOf(bound) === wordsOf(wanted)
    ? { kind: 'attachment', by, isNot }
    : undefined
}

const ATTACHMENT_TAGS = ['mime', 'anychild', 'raw', 'matches', 'contains']

function wordsOf({ tags, positional }: Bound): string {
  return JSON.stringify([[...tags.keys()].sort(), positional.map(stringsOf)]).toLowerCase()
}

function contactConditionOf(condition: TextCondition | undefined): Condition | undefined {
  if (condition?.field.kind !== 'from' || condition.field.part !== 'address') return condition
  const [first, ...addresses] = condition.values
  return condition.comparison === 'is' && first === CONTACTS_MARK
    ? { kind: 'contact', addresses, isNot: condition.isNot }
    : condition
}

const TEXT_TAGS = ['is', 'contains', 'matches', 'comparator', 'all', 'domain', 'text']

function textConditionOf(test: TestNode, isNot: boolean): TextCondition | undefined {
  const bound = boundNode(test, TEXT_TAGS)
  if (bound === undefined || !isCaseless(bound)) return undefined
  const field = fieldOf(test.name, bound)
  if (field === undefined) return undefined
  const keys = stringsOf(bound.positional[test.name === 'body' ? 0 : 1])
  return { kind: 'text', field, ...textComparisonOf(bound, keys), isNot }
}

function isCaseless({ tags }: Bound): boolean {
  return (stringOf(tags.get('comparator')) ?? 'i;ascii-casemap') === 'i;ascii-casemap'
}

function textComparisonOf(
  { chosen }: Bound,
  keys: readonly string[],
): { readonly comparison: TextComparison; readonly values: readonly string[] } {
  const match = chosen.get('match')
  if (match === 'matches') return comparisonOf(keys)
  return { comparison: match === 'contains' ? 'contains' : 'is', values: keys }
}

function fieldOf(testName: string, bound: Bound): TextField | undefined {
  if (testName === 'body') return { kind: 'body' }
  const names = stringsOf(bound.positional[0])
  const [name = '', ...others] = names
  const isDomain = bound.chosen.get('address part') === 'domain'
  const part = testName === 'header' ? 'text' : isDomain ? 'domain' : 'address'
  const key = names
    .map((one) => one.toLowerCase())
    .sort()
    .join(' ')
  switch (key) {
    case 'from':
    case 'to':
    case 'cc':
      return { kind: key, part }
    case 'cc to':
      return { kind: 'recipient', part }
  }
  if (part !== 'text' || others.length > 0) return undefined
  if (key === 'subject') return { kind: 'subject' }
  return key === 'list-id' ? { kind: 'list' } : { kind: 'header', name }
}

function dateConditionOf(test: TestNode, isNot: boolean): Condition | undefined {
  const bound = boundNode(test, ['is', 'value', 'zone', 'comparator'])
  if (bound === undefined || !isCaseless(bound)) return undefined
  const zone = stringOf(bound.tags.get('zone'))
  const values = stringsOf(bound.positional[1])
  const [day = '', ...others] = values
  const match = stringOf(bound.tags.get('value')) ?? 'eq'
  const part = stringOf(bound.positional[0])?.toLowerCase()
  if (part === 'weekday' && match === 'eq') {
    if (!values.every((value) => /^[0-6]$/.test(value))) return undefined
    return { kind: 'weekday', days: values.map(Number), zone, isNot }
  }
  const comparison = DATE_COMPARISONS.get(match)
  if (part !== 'date' || comparison === undefined || others.length > 0) return undefined
  return { kind: 'date', comparison, day, zone, isNot }
}

const DATE_COMPARISONS: ReadonlyMap<string, 'is' | 'since' | 'before'> = new Map([
  ['eq', 'is'],
  ['ge', 'since'],
  ['lt', 'before'],
])

function spamConditionOf(test: TestNode, isNot: boolean): Condition | undefined {
  const bound = boundNode(test, ['value', 'percent', 'comparator'])
  if (bound === undefined || stringOf(bound.tags.get('comparator')) !== NUMERIC) return undefined
  const match = stringOf(bound.tags.get('value'))
  const value = stringOf(bound.positional[0]) ?? ''
  if ((match !== 'ge' && match !== 'le') || !/^[0-9]{1,3}$/.test(value)) return undefined
  const comparison = match === 'ge' ? 'atLeast' : 'atMost'
  const scale = bound.tags.has('percent') ? 'percent' : 'score'
  return { kind: 'spam', scale, comparison, value: Number(value), isNot }
}
