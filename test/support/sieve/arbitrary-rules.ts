import fc from 'fast-check'
import type {
  Condition,
  Rule,
  RuleAction,
  TextField,
} from '../../../proxy/mail/sieve/rules/rule.ts'

const pieces = ['a', 'B', 'é', '😀', ' ', '"', '\\', '*', '?', ']', '#', '/*', '{', '}', ';', '$']
const line = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const text = fc
  .array(fc.constantFrom(...pieces, '\n', '.', '\n.\n'), { maxLength: 8 })
  .map((parts) => parts.join(''))
const name = fc.option(line, { nil: '' }).map((one) => one.trim())
const isNot = fc.boolean()
const zone = fc.constantFrom(undefined, '+0100', '-0930')

/** Some days of a week in one of these zones. */
export const weekdayCondition = (
  zones: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<Condition> =>
  fc.record({
    kind: fc.constant('weekday' as const),
    days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
    zone: zones,
    isNot,
  })

export const spamCondition: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('spam' as const),
  scale: fc.constantFrom('score' as const, 'percent' as const),
  comparison: fc.constantFrom('atLeast' as const, 'atMost' as const),
  value: fc.integer({ min: 0, max: 10 }),
  isNot,
})

export const attachmentCondition: fc.Arbitrary<Condition> = fc.record({
  kind: fc.constant('attachment' as const),
  by: fc.constantFrom('mime' as const, 'body' as const),
  isNot,
})

const part = fc.constantFrom('text' as const, 'address' as const, 'domain' as const)
const field: fc.Arbitrary<TextField> = fc.oneof(
  fc.record({ kind: fc.constantFrom('subject' as const, 'body' as const, 'list' as const) }),
  fc.record({
    kind: fc.constantFrom('from' as const, 'to' as const, 'cc' as const, 'recipient' as const),
    part,
  }),
  fc.record({ kind: fc.constant('header' as const), name: fc.constantFrom('X-Spam', 'sender') }),
)

/** Between two wildcards no text is one that others begin or end with. */
const pattern = line.map((value) => `*${value.replaceAll('\\', '')}?`)
const comparison = fc.oneof(
  fc.record({
    comparison: fc.constantFrom(
      'is' as const,
      'contains' as const,
      'begins' as const,
      'ends' as const,
    ),
    values: fc.array(line, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    comparison: fc.constant('matches' as const),
    values: fc.array(pattern, { minLength: 1, maxLength: 3 }),
  }),
)

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(field, comparison, isNot).map(([looked, compared, no]): Condition => ({
    kind: 'text',
    field: looked,
    ...compared,
    isNot: no,
  })),
  fc.record({
    kind: fc.constant('size' as const),
    comparison: fc.constantFrom('over' as const, 'under' as const),
    bytes: fc.nat(),
    isNot,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    comparison: fc.constantFrom('is' as const, 'since' as const, 'before' as const),
    day: fc.constantFrom('2026-01-31', '1999-12-01'),
    zone,
    isNot,
  }),
  weekdayCondition(zone),
  spamCondition,
  attachmentCondition,
  fc.record({
    kind: fc.constant('contact' as const),
    addresses: fc.array(fc.constantFrom('ada@example.test', 'b"c@example.test')),
    isNot,
  }),
)

const flagging: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('markRead' as const, 'flag' as const) }),
  fc.record({ kind: fc.constant('tag' as const), keyword: fc.constantFrom('$work', 'Shop') }),
)
const acting: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record({ kind: fc.constantFrom('move' as const, 'copy' as const), mailbox: line }),
  fc.record({ kind: fc.constantFrom('keep' as const, 'delete' as const) }),
  fc.record({
    kind: fc.constant('forward' as const),
    address: fc.constant('x@y.example'),
    isCopyKept: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('answer' as const),
    text,
    subject: fc.option(line, { nil: undefined }),
    days: fc.option(fc.nat({ max: 30 }), { nil: undefined }),
    addresses: fc.array(fc.constantFrom('a@b.example', 'c@d.example'), { maxLength: 2 }),
    from: fc.constantFrom(undefined, 'me@b.example'),
  }),
  fc.record({ kind: fc.constant('reject' as const), text }),
)
const stop = fc.constantFrom<RuleAction[]>([], [{ kind: 'stop' }])
/** In the order in which they are written. */
const actions = fc
  .tuple(fc.array(flagging, { maxLength: 2 }), fc.array(acting, { maxLength: 3 }), stop)
  .map((groups) => groups.flat())

/** Any rule that can be written. */
export const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    name,
    isEnabled: fc.boolean(),
    match: fc.constantFrom('all' as const, 'any' as const, 'every' as const),
    conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
    actions,
  })
  .map((rule) => (rule.match === 'every' ? { ...rule, conditions: [] } : rule))
