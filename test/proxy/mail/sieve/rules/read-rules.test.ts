import test from 'ava'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { readRules } from '../../../../../proxy/mail/sieve/rules/read-rules.ts'
import type { Condition, ReadEntry, Rule } from '../../../../../proxy/mail/sieve/rules/rule.ts'
import {
  INGO,
  NEXTCLOUD,
  ROUNDCUBE,
  SNAPPYMAIL,
} from '../../../../support/sieve/scripts-of-programs.ts'

function entriesOf(source: string): readonly ReadEntry[] {
  return readRules(parseScript(source))
}

function rulesOf(source: string): readonly Rule[] {
  return entriesOf(source).flatMap((entry) => (entry.kind === 'rule' ? [entry.rule] : []))
}

function summaryOf(source: string): readonly string[] {
  return entriesOf(source).map((entry) =>
    [entry.managedBy ?? 'own', entry.kind === 'rule' ? entry.rule.name : 'block'].join(' '),
  )
}

const contains = (kind: 'from' | 'to', ...values: readonly string[]): Condition => ({
  kind: 'text',
  field: { kind, part: 'text' },
  comparison: 'contains',
  values,
  isNot: false,
})

test("Roundcube's rules are read with their names, and what a rule can not say is a block", (t) => {
  const [shop, off, away, ...others] = rulesOf(ROUNDCUBE)

  t.deepEqual(shop, {
    name: 'Shop "news"',
    isEnabled: true,
    match: 'any',
    conditions: [
      contains('from', 'shop'),
      {
        kind: 'text',
        field: { kind: 'subject' },
        comparison: 'is',
        values: ['Sale', 'Offer'],
        isNot: false,
      },
    ],
    actions: [{ kind: 'markRead' }, { kind: 'move', mailbox: 'Newsletters' }, { kind: 'stop' }],
  })
  t.deepEqual(off, {
    name: 'Off',
    isEnabled: false,
    match: 'all',
    conditions: [
      {
        kind: 'text',
        field: { kind: 'subject' },
        comparison: 'contains',
        values: ['keep'],
        isNot: true,
      },
      { kind: 'size', comparison: 'over', bytes: 1_048_576, isNot: false },
    ],
    actions: [{ kind: 'delete' }],
  })
  t.deepEqual(away?.actions, [
    {
      kind: 'answer',
      text: 'I am away.\n.\n',
      subject: 'Away',
      days: 3,
      addresses: ['me@example.test'],
      from: undefined,
    },
  ])
  t.deepEqual(others, [])
  const counted = entriesOf(ROUNDCUBE).at(-1)
  t.is(
    counted?.kind === 'block' ? counted.text : undefined,
    '# rule:[Counted]\nif header :count "gt" "received" "5"\n{\n\tkeep;\n}\n',
  )
})

test("SnappyMail's filters are read with the name in their header, disabled ones are blocks", (t) => {
  t.deepEqual(summaryOf(SNAPPYMAIL), ['snappymail Lists', 'own block'])
  t.deepEqual(rulesOf(SNAPPYMAIL)[0]?.actions, [
    { kind: 'move', mailbox: 'Lists' },
    { kind: 'stop' },
  ])
})

test("Nextcloud's filters are reported as managed by it, and rules outside of its areas are not", (t) => {
  t.deepEqual(summaryOf(NEXTCLOUD), [
    'nextcloud block',
    'own own',
    'nextcloud block',
    'nextcloud Test 1',
    'nextcloud block',
  ])
})

test("Ingo's rules are read with the line above as their name", (t) => {
  const [blocked, work] = rulesOf(INGO)

  t.deepEqual(summaryOf(INGO), ['ingo Blacklisted Addresses', 'ingo Work'])
  t.deepEqual(blocked?.conditions, [
    {
      kind: 'text',
      field: { kind: 'from', part: 'address' },
      comparison: 'is',
      values: ['spam@example.test'],
      isNot: false,
    },
  ])
  t.deepEqual(work?.conditions[1], {
    ...contains('to', 'boss@'),
    comparison: 'begins',
  })
})

for (const [what, source] of [
  ['a comment inside', 'if true { # important\nkeep; }'],
  ['another branch', 'if size :over 1K { keep; } else { discard; }'],
  [
    'a flag that is set behind a move',
    'require ["fileinto", "imap4flags"]; if true { fileinto "A"; addflag "\\\\Seen"; }',
  ],
  ['an action behind a stop', 'if true { stop; keep; }'],
  ['an if within', 'if true { if true { keep; } }'],
  ['a test within a test', 'if anyof (allof (true, true), true) { keep; }'],
  ['a variable', 'require ["variables", "fileinto"]; if true { fileinto "${x}"; }'],
  ['another comparator', 'if header :comparator "i;octet" "subject" "a" { keep; }'],
  ['a system flag that is none of ours', 'require "imap4flags"; addflag "\\\\Deleted";'],
  ['an extension of an action', 'require ["fileinto", "mailbox"]; fileinto :create "A";'],
  ['an empty text that everything contains', 'if header :contains "subject" "" { keep; }'],
  ['a disabled test that is more than one', 'if false # true {} discard; if true\n{ keep; }'],
  ['a test that is false without a reason', 'if false { keep; }'],
  ['a command that is unknown', 'frobnicate "a";'],
  ['comments only', '# one\n# two\n'],
] as const)
  test(`${what} makes a block`, (t) => {
    const entries = entriesOf(source)

    t.deepEqual(
      entries.map(({ kind }) => kind),
      ['block'],
    )
  })

test('commands outside of a test are one rule for every message', (t) => {
  const source = 'redirect "a@b.example"; keep;\n'

  t.deepEqual(rulesOf(source), [
    {
      name: '',
      isEnabled: true,
      match: 'every',
      conditions: [],
      actions: [{ kind: 'forward', address: 'a@b.example', isCopyKept: false }, { kind: 'keep' }],
    },
  ])
})

test('a script of 1 MB of comments and small rules is read without leaving any out', (t) => {
  const count = 20_000
  const source = '# a\nif true { keep; } # b\n\n/* c */\n'.repeat(count)

  const entries = entriesOf(source)

  t.is(entries.filter(({ kind }) => kind === 'rule').length, count)
})
