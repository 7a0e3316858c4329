import test from 'ava'
import type { FilterEntry } from '../../../../../plugin/web/state/filters/rules.ts'
import {
  endedVacation,
  findVacation,
  isVacationOn,
  vacationOf,
  withoutVacation,
  withVacation,
  type Vacation,
} from '../../../../../plugin/web/state/filters/vacation-rule.ts'
import { shops } from '../../../../support/web/filter-entries.ts'

const byHand: FilterEntry = { kind: 'block', place: 1, text: 'keep;\r\n' }
const context = {
  name: 'Vacation',
  addresses: ['mia@example.test'],
  zoneOf: () => '+0100',
  hasDates: true,
}
const away = {
  isOn: true,
  firstDay: '2026-12-24',
  lastDay: '2026-12-31',
  subject: 'Away',
  text: 'Back in January.',
  days: 3,
  audience: 'everyone',
  domain: undefined,
  domainText: '',
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

  const other = { ...entry, rule: { ...entry.rule, conditions: [size] } }
  t.deepEqual(findVacation([other]), { main: undefined, domain: undefined })
})

for (const [who, wanted, rules] of [
  ['the contacts', { audience: 'contacts' }, 1],
  ['the own domain', { audience: 'domain', domain: 'example.test' }, 1],
  [
    'all, with another text for the own domain',
    { domain: 'example.test', domainText: 'Ask Ben.' },
    2,
  ],
  [
    'the contacts, with another text for the own domain',
    { audience: 'contacts', domain: 'example.test', domainText: 'Ask Ben.' },
    2,
  ],
] as const satisfies readonly (readonly [string, Partial<Vacation>, number])[]) {
  test(`a vacation responder for ${who} is read as it was written, and turned off`, (t) => {
    const entries = withVacation([shops], { ...away, ...wanted }, context)

    t.is(entries.length, rules + 1)
    t.deepEqual(vacationOf(findVacation(entries)), { ...away, ...wanted })
    const off = withoutVacation(entries)
    t.false(isVacationOn(off, '2026-12-24'))
    t.true(
      off.every((entry) => entry === shops || (entry.kind === 'rule' && !entry.rule.isEnabled)),
    )
  })
}

test('a text for the own domain that is taken back leaves one rule in its place', (t) => {
  const both = { ...away, domain: 'example.test', domainText: 'Ask Ben.' }
  const entries = [shops, ...withVacation([], both, context), byHand]

  const changed = withVacation(entries, { ...both, domainText: '' }, context)

  t.is(changed.length, 3)
  t.deepEqual([changed[0], changed[2]], [shops, byHand])
  t.deepEqual(vacationOf(findVacation(changed)), away)
})

test('where the server can not look at the date, the last day stands in the rule and the page ends it', (t) => {
  const entries = withVacation([shops], { ...away, firstDay: '' }, { ...context, hasDates: false })

  t.regex(JSON.stringify(entries), /X-Vacation-Last-Day/)
  t.notRegex(JSON.stringify(entries), /"date"/)
  t.deepEqual(vacationOf(findVacation(entries)), { ...away, firstDay: '' })
  t.is(endedVacation(entries, '2026-12-31'), undefined)
  t.is(endedVacation(entries, '2027-01-01'), '2026-12-31')
  t.true(isVacationOn(entries, '2027-01-01'), 'the server goes on to reply')
  t.is(endedVacation(withoutVacation(entries), '2027-01-01'), undefined)
})

test('a vacation responder that the server ends by the date is left to it', (t) => {
  t.is(endedVacation(withVacation([], away, context), '2027-01-01'), undefined)
})
