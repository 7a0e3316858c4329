import test from 'ava'
import type { StoredMessage } from '../../../../../proxy/mail/model/stored-message.ts'
import { prepareTrial } from '../../../../../proxy/mail/sieve/trial/prepare-trial.ts'
import { FilterFault } from '../../../../../proxy/mail/sieve/filter-fault.ts'
import type { TrialSource } from '../../../../../proxy/mail/sieve/trial/trial.ts'
import type { Condition, Rule, RuleAction } from '../../../../../proxy/mail/sieve/rules/rule.ts'

const letter: StoredMessage = {
  uid: 7,
  flags: ['\\Seen', 'Work[1]', 'Old'],
  size: 100,
  // A Friday, and in its zone a Saturday.
  arrivedAt: Date.UTC(2026, 10, 27, 23, 30),
  zoneMinutes: 60,
  header: Buffer.from('From: shop@shop.example\r\nSubject: Hello\r\n\r\n'),
  body: Buffer.from('Words\r\n'),
}

function decide(source: TrialSource, message = letter) {
  return prepareTrial(source, ['INBOX', 'Shop']).decide(message)
}

function rule(conditions: readonly Condition[], actions: readonly RuleAction[]): TrialSource {
  const match = conditions.length === 0 ? 'every' : 'all'
  return { kind: 'rule', rule: { name: 'Shop', isEnabled: false, match, conditions, actions } }
}

function script(text: string): TrialSource {
  return { kind: 'script', text }
}

const subject = (value: string): Condition => ({
  kind: 'text',
  field: { kind: 'subject' },
  comparison: 'contains',
  values: [value],
  isNot: false,
})

test('a rule that is off, and does nothing, meets what its conditions say', (t) => {
  t.like(decide(rule([subject('hello')], [])), { kind: 'met' })
  t.like(decide(rule([subject('hello')], [{ kind: 'keep' }])), { kind: 'met' })
  t.like(decide(rule([subject('other')], [{ kind: 'delete' }])), { kind: 'unmet' })
})

test('a rule adds to the flags that a message has, of which those that no script knows stay', (t) => {
  const tag = { kind: 'tag', keyword: 'MyTag' } as const
  const verdict = decide(rule([], [{ kind: 'markRead' }, tag, { kind: 'move', mailbox: 'Shop' }]))

  t.deepEqual(verdict, {
    uid: 7,
    kind: 'met',
    actions: [
      { kind: 'store', mailbox: 'Shop', isKeep: false, flags: { add: ['MyTag'], remove: [] } },
    ],
  })
})

test('flags that a script sets anew take the place of those there are', (t) => {
  const verdict = decide(script('require "imap4flags"; setflag "\\\\Flagged"; keep;'))

  t.deepEqual(verdict, {
    uid: 7,
    kind: 'met',
    actions: [
      {
        ...{ kind: 'store', mailbox: 'INBOX', isKeep: true },
        flags: { add: ['\\flagged'], remove: ['\\seen', 'Old'] },
      },
    ],
  })
})

test('a script that keeps a message as it is does not meet it, and one that deletes it does', (t) => {
  t.is(decide(script('keep;')).kind, 'unmet')
  t.is(decide(script('if header "subject" "x" { discard; }')).kind, 'unmet')
  t.deepEqual(decide(script('discard;')), { uid: 7, kind: 'met', actions: [] })
})

test('the day of a message is that of its arrival, in the zone of the mail server', (t) => {
  const weekday: Condition = { kind: 'weekday', days: [6], zone: undefined, isNot: false }
  const day = { kind: 'date', comparison: 'is', day: '2026-11-28', zone: undefined } as const

  t.is(decide(rule([weekday], [])).kind, 'met')
  t.is(decide(rule([{ ...day, isNot: false }], [])).kind, 'met')
  t.is(decide(rule([{ ...day, zone: '+0000', isNot: false }], [])).kind, 'unmet')
})

for (const [what, text] of [
  ['envelope', 'require "envelope"; if envelope "from" "x" { discard; }'],
  ['spamtest', 'require ["spamtest", "relational"]; if spamtest :value "ge" "5" { discard; }'],
  ['virustest', 'require ["virustest", "relational"]; if virustest :value "ge" "5" { discard; }'],
  ['duplicate', 'require "duplicate"; if duplicate { discard; }'],
  ['environment', 'require "environment"; if environment "domain" "x" { discard; }'],
  ['include', 'require "include"; include "other";'],
  ['vnd.none', 'require "vnd.none"; if vnd.none "x" { discard; }'],
] as const) {
  test(`what depends on ${what} is undecided of mail that was delivered`, (t) => {
    const verdict = decide(script(text.replaceAll('vnd.none "x"', 'none "x"')))

    t.is(verdict.kind, 'undecided')
  })
}

test('the mailboxes that there are count', (t) => {
  const exists = (name: string) =>
    decide(script(`require "mailbox"; if mailboxexists "${name}" { discard; }`)).kind

  t.deepEqual([exists('Shop'), exists('Other')], ['met', 'unmet'])
})

test('a script that is none says where, and a rule why', (t) => {
  const invalid: Rule = {
    ...{ name: 'Empty', isEnabled: true, match: 'all', conditions: [subject('')], actions: [] },
  }
  const faults = [script('keep;\nif true {'), script('\nfileinto "A";')].map(faultOf)

  t.like(faults, [{ position: { line: 2 } }, { code: 'not_required', position: { line: 2 } }])
  t.deepEqual(faultOf({ kind: 'rule', rule: invalid }), {
    code: 'invalid_value',
    subject: 'Empty',
    position: undefined,
  })
})

function faultOf(source: TrialSource) {
  try {
    prepareTrial(source, [])
  } catch (error) {
    if (error instanceof FilterFault) return error.fault
    throw error
  }
  return undefined
}
