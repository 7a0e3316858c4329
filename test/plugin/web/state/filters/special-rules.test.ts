import test from 'ava'
import {
  blockedOf,
  findForwarding,
  findVacation,
  forwardingOf,
  isVacationOn,
  vacationOf,
  withBlocked,
  withForwarding,
  withVacation,
} from '../../../../../plugin/web/state/filters/special-rules.ts'
import type { FilterEntry } from '../../../../../plugin/web/state/filters/rules.ts'

const shops: FilterEntry = {
  kind: 'rule',
  place: 0,
  rule: {
    name: 'Shops',
    isEnabled: true,
    match: 'every',
    conditions: [],
    actions: [{ kind: 'markRead' }],
  },
}
const byHand: FilterEntry = { kind: 'block', place: 1, text: 'keep;\r\n' }
const context = { name: 'Vacation', addresses: ['mia@example.test'], zoneOf: () => '+0100' }
const away = {
  isOn: true,
  firstDay: '2026-12-24',
  lastDay: '2026-12-31',
  subject: 'Away',
  text: 'Back in January.',
  days: 3,
  domain: 'example.test',
} as const

test('a vacation responder comes first, ends after its last day, and is read as it was written', (t) => {
  const entries = withVacation([shops, byHand], away, context)

  t.deepEqual(entries.slice(1), [shops, byHand])
  t.deepEqual(vacationOf(findVacation(entries)), away)
  const [first] = entries
  t.like(first?.kind === 'rule' && first.rule.conditions[1], {
    comparison: 'before',
    day: '2027-01-01',
  })
  t.deepEqual(
    ['2026-12-23', '2026-12-24', '2026-12-31', '2027-01-01'].map((day) =>
      isVacationOn(entries, day),
    ),
    [false, true, true, false],
  )
})

test('a vacation responder that is changed keeps its place, its name and its sender', (t) => {
  const [first] = withVacation([], away, context)
  if (first?.kind !== 'rule') throw new Error('no rule')
  const [answer] = first.rule.actions
  if (answer?.kind !== 'answer') throw new Error('no answer')
  const stored: FilterEntry = {
    ...first,
    place: 5,
    rule: { ...first.rule, name: 'Abwesend', actions: [{ ...answer, from: 'm@example.test' }] },
  }

  const changed = withVacation([shops, stored], { ...away, isOn: false }, context)

  t.is(changed[0], shops)
  t.like(changed[1], { place: 5, rule: { name: 'Abwesend', isEnabled: false } })
  t.regex(JSON.stringify(changed[1]), /"from":"m@example.test"/)
})

test('a rule with other conditions that replies is no vacation responder', (t) => {
  const [entry] = withVacation([], away, context)
  if (entry?.kind !== 'rule') throw new Error('no rule')
  const size = { kind: 'size', isNot: false, comparison: 'over', bytes: 1 } as const

  t.is(findVacation([{ ...entry, rule: { ...entry.rule, conditions: [size] } }]), undefined)
})

test('forwarding comes last, and is read as it was written', (t) => {
  const wanted = { isOn: true, address: 'mia@elsewhere.test', isCopyKept: false }

  const entries = withForwarding([shops], wanted, 'Forwarding')

  t.is(entries[0], shops)
  t.deepEqual(forwardingOf(findForwarding(entries)), wanted)
})

test('blocked senders are one rule before all others, of addresses and domains, until none is left', (t) => {
  const blocked = ['spam@example.org', '@spam.test']

  const entries = withBlocked([shops], blocked, 'Junk')

  t.deepEqual(blockedOf(entries), blocked)
  t.is(entries[1], shops)
  t.deepEqual(withBlocked(entries, [], 'Junk'), [shops])
})
