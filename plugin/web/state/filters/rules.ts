import type { NativeAddress, NativeFilters } from '../../../wire/native/types.ts'

type StoredEntry = NonNullable<NativeFilters['entries']>[number]
type Placeless<Entry> = Entry extends unknown
  ? Omit<Entry, 'place'> & { readonly place?: number }
  : never

/** One entry of the script; without a place it is new. */
export type FilterEntry = Placeless<StoredEntry>
/** A filter as it is edited. */
export type RuleEntry = Extract<FilterEntry, { readonly kind: 'rule' }>
export type Rule = RuleEntry['rule']
export type Condition = Rule['conditions'][number]
export type RuleAction = Rule['actions'][number]
export type TextCondition = Extract<Condition, { readonly kind: 'text' }>
export type TextField = TextCondition['field']

/** What a condition looks at. */
export type FieldName = TextField['kind'] | Exclude<Condition['kind'], 'text'>

export const FIELD_NAMES = [
  'from',
  'contact',
  'to',
  'cc',
  'recipient',
  'subject',
  'body',
  'list',
  'header',
  'attachment',
  'size',
  'date',
  'weekday',
  'spam',
] as const satisfies readonly FieldName[]

export const ACTION_KINDS = [
  'move',
  'copy',
  'markRead',
  'flag',
  'tag',
  'forward',
  'answer',
  'delete',
  'keep',
  'reject',
  'stop',
] as const satisfies readonly RuleAction['kind'][]

export function fieldNameOf(condition: Condition): FieldName {
  return condition.kind === 'text' ? condition.field.kind : condition.kind
}

/** A condition on another field; values of a text go with it. */
export function conditionOn(field: FieldName, today: string, before?: Condition): Condition {
  const values = before?.kind === 'text' ? before.values : ['']
  switch (field) {
    case 'size':
      return { kind: 'size', isNot: false, comparison: 'over', bytes: 5_000_000 }
    case 'date':
      return { kind: 'date', isNot: false, comparison: 'since', day: today }
    case 'weekday':
      return { kind: 'weekday', isNot: false, days: [0, 6] }
    case 'spam':
      return { kind: 'spam', isNot: false, scale: 'score', comparison: 'atLeast', value: 5 }
    case 'attachment':
      return { kind: 'attachment', isNot: false, by: 'mime' }
    case 'contact':
      return { kind: 'contact', isNot: false }
    case 'header':
      return textCondition({ kind: 'header', name: '' }, values)
    case 'subject':
    case 'body':
    case 'list':
      return textCondition({ kind: field }, values)
    case 'from':
    case 'to':
    case 'cc':
    case 'recipient':
      return textCondition({ kind: field, part: 'text' }, values)
  }
}

/** A filter for messages like those of this sender. */
export function ruleLike({ name, address }: NativeAddress): Rule {
  const condition = textCondition({ kind: 'from', part: 'address' }, [address])
  return {
    name: name || address,
    isEnabled: true,
    match: 'all',
    conditions: [{ ...condition, comparison: 'is' }],
    actions: [actionOf('move', '')],
  }
}

function textCondition(field: TextField, values: readonly string[]): TextCondition {
  return { kind: 'text', isNot: false, field, comparison: 'contains', values }
}

/** A new action of this kind. */
export function actionOf(kind: RuleAction['kind'], folder: string): RuleAction {
  switch (kind) {
    case 'move':
    case 'copy':
      return { kind, mailbox: folder }
    case 'tag':
      return { kind, keyword: '' }
    case 'forward':
      return { kind, address: '', isCopyKept: true }
    case 'answer':
      return { kind, text: '', addresses: [] }
    case 'reject':
      return { kind, text: '' }
    case 'markRead':
    case 'flag':
    case 'delete':
    case 'keep':
    case 'stop':
      return { kind }
  }
}

/** Each comparison with its opposite. */
const OPPOSITES = {
  contains: 'notContains',
  is: 'notIs',
  domain: 'notDomain',
  begins: 'notBegins',
  ends: 'notEnds',
  matches: 'notMatches',
  over: 'notOver',
  under: 'notUnder',
  since: 'notSince',
  before: 'notBefore',
  atLeast: 'notAtLeast',
  atMost: 'notAtMost',
  exists: 'notExists',
  inContacts: 'notInContacts',
} as const

type Positive = keyof typeof OPPOSITES
/** How a field is compared, negation and all. */
export type ComparisonName = Positive | (typeof OPPOSITES)[Positive]

const TEXT_COMPARISONS = ['contains', 'is', 'domain', 'begins', 'ends', 'matches'] as const
const COMPARISONS = {
  size: ['over', 'under'],
  date: ['is', 'since', 'before'],
  weekday: ['is'],
  spam: ['atLeast', 'atMost'],
  attachment: ['exists'],
  contact: ['inContacts'],
} as const

export function comparisonOf(condition: Condition): ComparisonName {
  const positive = positiveOf(condition)
  return condition.isNot ? OPPOSITES[positive] : positive
}

function positiveOf(condition: Condition): Positive {
  switch (condition.kind) {
    case 'weekday':
    case 'attachment':
    case 'contact':
      return COMPARISONS[condition.kind][0]
    case 'size':
    case 'date':
    case 'spam':
      return condition.comparison
    case 'text':
      return textComparisonOf(condition)
  }
}

function textComparisonOf(condition: TextCondition): Positive {
  const { field, comparison } = condition
  return comparison === 'is' && 'part' in field && field.part === 'domain' ? 'domain' : comparison
}

/** How the field of a condition can be compared. */
export function comparisonsFor(condition: Condition): readonly ComparisonName[] {
  const positives: readonly Positive[] =
    condition.kind !== 'text'
      ? COMPARISONS[condition.kind]
      : TEXT_COMPARISONS.filter((name) => name !== 'domain' || 'part' in condition.field)
  return [...positives, ...positives.map((name) => OPPOSITES[name])]
}

/** The condition compared otherwise. */
export function compared(condition: Condition, name: ComparisonName): Condition {
  const isNot = name.startsWith('not')
  const positive = (isNot ? positiveNames.get(name) : name) ?? name
  switch (condition.kind) {
    case 'text':
      return comparedText({ ...condition, isNot }, positive)
    case 'size':
      return { ...condition, isNot, comparison: positive === 'under' ? 'under' : 'over' }
    case 'date': {
      const comparison = positive === 'since' || positive === 'before' ? positive : 'is'
      return { ...condition, isNot, comparison }
    }
    case 'spam':
      return { ...condition, isNot, comparison: positive === 'atMost' ? 'atMost' : 'atLeast' }
    case 'weekday':
    case 'attachment':
    case 'contact':
      return { ...condition, isNot }
  }
}

const positiveNames: ReadonlyMap<string, string> = new Map(
  Object.entries(OPPOSITES).map(([positive, opposite]) => [opposite, positive]),
)

/** `is` means the whole address, `domain` that of the address; all others look at the name as well. */
function comparedText(condition: TextCondition, positive: string): TextCondition {
  const comparison = TEXT_COMPARISONS.find((name) => name === positive) ?? 'contains'
  const isDomain = comparison === 'domain'
  const { field } = condition
  const named = isDomain ? 'is' : comparison
  if (!('part' in field)) return { ...condition, comparison: named }
  const part = isDomain ? 'domain' : comparison === 'is' ? 'address' : 'text'
  return { ...condition, comparison: named, field: { ...field, part } }
}
