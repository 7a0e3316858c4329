import test from 'ava'
import fc from 'fast-check'
import { createEvaluator } from '../../../../../proxy/mail/sieve/evaluator/evaluator.ts'
import type {
  EvaluatedMessage,
  EvaluationContext,
} from '../../../../../proxy/mail/sieve/evaluator/message.ts'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import type { Condition, Rule, RuleAction } from '../../../../../proxy/mail/sieve/rules/rule.ts'
import { writeRules } from '../../../../../proxy/mail/sieve/rules/write-rules.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import {
  attachmentCondition,
  spamCondition,
  weekdayCondition,
} from '../../../../support/sieve/arbitrary-rules.ts'

const numRuns = isLong ? 100_000 : 2_000

const context: EvaluationContext = {
  envelope: undefined,
  // A Friday.
  now: Date.UTC(2026, 10, 27, 12),
  zoneMinutes: 0,
  environment: new Map(),
  mailboxes: new Set(['INBOX']),
  spam: { score: '4', percent: '40', virus: '0' },
  isDuplicate: () => false,
  included: () => undefined,
}

interface Letter {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly list: string
  readonly body: string
}

const words = fc
  .array(fc.constantFrom('a', 'B', '*', '?', '\\', 'b'), { minLength: 1, maxLength: 4 })
  .map((letters) => letters.join(''))
const local = fc.constantFrom('ada', 'Bob')
const domain = fc.constantFrom('shop.example', 'work.example')
const address = fc.tuple(local, domain).map(([name, host]) => `${name}@${host}`)
const letters: fc.Arbitrary<Letter> = fc.record({
  from: address,
  to: address,
  subject: words,
  list: words,
  body: words,
})

function asMessage({ from, to, subject, list, body }: Letter): EvaluatedMessage {
  const header = `From: ${from}\r\nTo: x <${to}>\r\nSubject: ${subject}\r\nList-Id: ${list}\r\n`
  return { header, body: Buffer.from(body), size: header.length + 2 + body.length, flags: [] }
}

const isNot = fc.boolean()
const textCondition = fc
  .record({
    kind: fc.constant('text' as const),
    field: fc.record({
      kind: fc.constantFrom('subject' as const, 'body' as const, 'list' as const),
    }),
    comparison: fc.constantFrom(
      'is' as const,
      'contains' as const,
      'begins' as const,
      'ends' as const,
    ),
    values: fc.array(words, { minLength: 1, maxLength: 2 }),
    isNot,
  })
  .map((condition): Condition => condition)
const addressCondition = fc
  .record({
    kind: fc.constant('text' as const),
    field: fc.record({
      kind: fc.constantFrom('from' as const, 'recipient' as const),
      part: fc.constantFrom('address' as const, 'domain' as const),
    }),
    comparison: fc.constant('is' as const),
    values: fc.array(fc.oneof(address, domain), { minLength: 1, maxLength: 2 }),
    isNot,
  })
  .map((condition): Condition => condition)
const otherCondition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('size' as const),
    comparison: fc.constantFrom('over' as const, 'under' as const),
    bytes: fc.integer({ min: 70, max: 110 }),
    isNot,
  }),
  fc.record({
    kind: fc.constant('date' as const),
    comparison: fc.constantFrom('is' as const, 'since' as const, 'before' as const),
    day: fc.constantFrom('2026-11-26', '2026-11-27', '2026-11-28'),
    zone: fc.constantFrom(undefined, '+0000'),
    isNot,
  }),
  weekdayCondition(fc.constant(undefined)),
  spamCondition,
  attachmentCondition,
  fc.record({
    kind: fc.constant('contact' as const),
    addresses: fc.array(address, { maxLength: 2 }),
    isNot,
  }),
)

const action: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('move' as const, 'copy' as const),
    mailbox: fc.constantFrom('A', 'B'),
  }),
  fc.record({
    kind: fc.constantFrom(
      'markRead' as const,
      'flag' as const,
      'keep' as const,
      'delete' as const,
      'stop' as const,
    ),
  }),
  fc.record({
    kind: fc.constant('forward' as const),
    address: fc.constantFrom('x@y.example', 'z@y.example'),
    isCopyKept: fc.boolean(),
  }),
)

const rule: fc.Arbitrary<Rule> = fc.record({
  name: fc.constant('one'),
  isEnabled: fc.boolean(),
  match: fc.constantFrom('all' as const, 'any' as const, 'every' as const),
  conditions: fc.array(fc.oneof(textCondition, addressCondition, otherCondition), {
    minLength: 1,
    maxLength: 3,
  }),
  actions: fc.array(action, { maxLength: 4 }),
})

test('the evaluator decides what rules say, in their words', (t) => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 3 }), letters, (rules, letter) => {
      const entries = rules.map((one) => ({
        kind: 'rule' as const,
        place: undefined,
        rule: one,
      }))
      const source = writeRules(parseScript(''), entries)

      const verdict = createEvaluator(parseScript(source))(asMessage(letter), context)

      const actions = verdict.kind === 'decided' ? verdict.actions : []
      t.is(verdict.kind, 'decided', source)
      t.deepEqual(actions.map(inWords).sort(), meaningOf(rules, letter), source)
    }),
    { numRuns },
  )
})

function inWords(one: { readonly kind: string }): string {
  if ('mailbox' in one && 'flags' in one) return `${String(one.mailbox)}: ${String(one.flags)}`
  return 'address' in one ? `to ${String(one.address)}` : one.kind
}

/** What rules say, without the language they are written in. */
function meaningOf(rules: readonly Rule[], letter: Letter): readonly string[] {
  const flags = new Set<string>()
  const stored = new Map<string, string>()
  const forwarded = new Set<string>()
  const keep = { isImplicit: true }
  const store = (mailbox: string) => stored.set(mailbox, [...flags].sort().join(','))
  const run = ({ actions }: Rule) => {
    for (const one of actions) {
      if (one.kind === 'markRead') flags.add('\\seen')
      if (one.kind === 'flag') flags.add('\\flagged')
    }
    for (const one of actions) {
      // The same is done once, and what is done already moves nothing.
      if (one.kind === 'move' || one.kind === 'copy') {
        if (one.kind === 'move' && !stored.has(one.mailbox)) keep.isImplicit = false
        store(one.mailbox)
      }
      if (one.kind === 'forward') {
        if (!one.isCopyKept && !forwarded.has(one.address)) keep.isImplicit = false
        forwarded.add(one.address)
      }
      if (one.kind === 'keep') {
        store('INBOX')
        keep.isImplicit = false
      }
      if (one.kind === 'delete') keep.isImplicit = false
    }
    return actions.some(({ kind }) => kind === 'stop')
  }
  for (const one of rules) if (one.isEnabled && meets(one, letter) && run(one)) break
  if (keep.isImplicit && !stored.has('INBOX')) store('INBOX')
  return [
    ...[...stored].map(([mailbox, list]) => `${mailbox}: ${list}`),
    ...[...forwarded].map((one) => `to ${one}`),
  ].sort()
}

function meets({ match, conditions }: Rule, letter: Letter): boolean {
  if (match === 'every') return true
  const holds = (condition: Condition) => holdsWithoutNot(condition, letter) !== condition.isNot
  return match === 'all' ? conditions.every(holds) : conditions.some(holds)
}

function holdsWithoutNot(condition: Condition, letter: Letter): boolean {
  switch (condition.kind) {
    case 'size': {
      const { size } = asMessage(letter)
      return condition.comparison === 'over' ? size > condition.bytes : size < condition.bytes
    }
    case 'date':
      if (condition.comparison === 'is') return condition.day === '2026-11-27'
      return condition.comparison === 'since'
        ? condition.day <= '2026-11-27'
        : condition.day > '2026-11-27'
    case 'weekday':
      return condition.days.includes(5)
    case 'spam': {
      const score = condition.scale === 'score' ? 4 : 40
      return condition.comparison === 'atLeast'
        ? score >= condition.value
        : score <= condition.value
    }
    case 'attachment':
      return false
    case 'contact':
      return condition.addresses.some((one) => one.toLowerCase() === letter.from.toLowerCase())
    case 'text': {
      const { field, comparison, values } = condition
      const looked = textIn(letter, field).toLowerCase()
      return values
        .map((value) => value.toLowerCase())
        .some((value) => {
          if (comparison === 'is') return looked === value
          if (comparison === 'contains') return looked.includes(value)
          return comparison === 'begins' ? looked.startsWith(value) : looked.endsWith(value)
        })
    }
  }
}

type Field = Extract<Condition, { readonly kind: 'text' }>['field']

function textIn(letter: Letter, field: Field): string {
  switch (field.kind) {
    case 'subject':
    case 'list':
    case 'body':
      return letter[field.kind]
    case 'from':
    case 'recipient': {
      const whole = field.kind === 'from' ? letter.from : letter.to
      return field.part === 'domain' ? (whole.split('@')[1] ?? '') : whole
    }
    case 'to':
    case 'cc':
    case 'header':
      throw new Error(field.kind)
  }
}
