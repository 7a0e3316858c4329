import test from 'ava'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { readRules } from '../../../../../proxy/mail/sieve/rules/read-rules.ts'
import type { Rule, RuleEntry } from '../../../../../proxy/mail/sieve/rules/rule.ts'
import { RuleFault } from '../../../../../proxy/mail/sieve/rules/rule-fault.ts'
import { writeRules } from '../../../../../proxy/mail/sieve/rules/write-rules.ts'
import {
  INGO,
  NEXTCLOUD,
  ROUNDCUBE,
  SNAPPYMAIL,
} from '../../../../support/sieve/scripts-of-programs.ts'

/** Writes a script with its entries changed. */
function edit(source: string, change: (entries: readonly RuleEntry[]) => readonly RuleEntry[]) {
  const script = parseScript(source)
  return writeRules(script, change(readRules(script)))
}

function changeRule(source: string, name: string, change: (rule: Rule) => Rule) {
  return edit(source, (entries) =>
    entries.map((entry) =>
      entry.kind === 'rule' && entry.rule.name === name
        ? { ...entry, rule: change(entry.rule) }
        : entry,
    ),
  )
}

const moving: Rule = {
  name: 'New',
  isEnabled: true,
  match: 'all',
  conditions: [
    {
      kind: 'text',
      field: { kind: 'from', part: 'domain' },
      comparison: 'is',
      values: ['shop.example'],
      isNot: false,
    },
  ],
  actions: [{ kind: 'stop' }, { kind: 'copy', mailbox: 'Shop' }, { kind: 'flag' }],
}
const added: RuleEntry = { kind: 'rule', place: undefined, rule: moving }

for (const [program, source] of Object.entries({ ROUNDCUBE, SNAPPYMAIL, NEXTCLOUD, INGO })) {
  test(`a script of ${program} that nothing changes in stays to the byte`, (t) => {
    t.is(
      edit(source, (entries) => entries),
      source,
    )
    const withCrlf = source.replaceAll('\n', '\r\n')
    t.is(
      edit(withCrlf, (entries) => entries),
      withCrlf,
    )
  })

  test(`a rule that is added to a script of ${program} changes no byte but require`, (t) => {
    const written = edit(source, (entries) => [...entries, added])

    const required = written.slice(0, written.indexOf(';') + 1)
    t.regex(required, /"copy"/)
    t.regex(required, /"imap4flags"/)
    t.true(written.startsWith(source.slice(source.indexOf(';')), required.length - 1))
    t.deepEqual(readRules(parseScript(written)).length, readRules(parseScript(source)).length + 1)
  })
}

test('a rule is switched off in the form of Roundcube, and only its bytes change', (t) => {
  const written = changeRule(ROUNDCUBE, 'Shop "news"', (rule) => ({ ...rule, isEnabled: false }))

  const head = 'if anyof (header :contains "from" "shop", header :is "subject" ["Sale","Offer"])'
  const disabledHead =
    'if false # anyof (header :contains "from" "shop", header :is "subject" ["Sale", "Offer"])'
  t.is(written, ROUNDCUBE.replace(head, disabledHead))
})

test('a rule is switched on again', (t) => {
  const written = changeRule(ROUNDCUBE, 'Off', (rule) => ({ ...rule, isEnabled: true }))

  const head = 'if false # allof (not header :contains "subject" "keep", size :over 1M)'
  const enabledHead = 'if allof (not header :contains "subject" "keep", size :over 1048576)'
  t.is(written, ROUNDCUBE.replace(head, enabledHead))
})

test('flags are written first and stop last, in whatever order a person chose them', (t) => {
  const written = edit('', () => [added])

  t.is(
    written,
    'require ["copy", "fileinto", "imap4flags"];\n' +
      '# rule:[New]\n' +
      'if address :domain :is "from" "shop.example"\n' +
      '{\n\taddflag "\\\\Flagged";\n\tfileinto :copy "Shop";\n\tstop;\n}\n',
  )
})

test('entries that change places keep their bytes', (t) => {
  const source = 'require "fileinto";\nif true { keep; } # why\n\n# two\nfileinto "B";'

  t.is(
    edit(source, (entries) => entries.toReversed()),
    'require "fileinto";\n\n# two\nfileinto "B";\nif true { keep; } # why\n',
  )
})

test('a removed rule takes its name along, and nothing else', (t) => {
  const written = edit(ROUNDCUBE, (entries) => entries.filter(({ place }) => place !== 1))

  const start = ROUNDCUBE.indexOf('# rule:[Off]')
  t.is(written, ROUNDCUBE.slice(0, start) + ROUNDCUBE.slice(ROUNDCUBE.indexOf('# rule:[Away]')))
})

test('a changed filter of SnappyMail takes the place of its comments, which would bring the old one back', (t) => {
  const written = changeRule(SNAPPYMAIL, 'Lists', (rule) => ({ ...rule, name: 'All lists' }))

  t.false(written.includes('BEGIN:FILTER:1a2b'))
  t.true(written.includes('\n\n# rule:[All lists]\nif header :contains "subject" "[dev]"\n'))
  t.true(written.endsWith(SNAPPYMAIL.slice(SNAPPYMAIL.indexOf('\n/*\nBEGIN:FILTER:3c4d'))))
})

test('a rule that stood behind a command on its line gets a line of its own when it changes', (t) => {
  const source = 'keep; if true { discard; }\n'
  const written = edit(source, ([first, second]) =>
    first === undefined || second?.kind !== 'rule'
      ? []
      : [first, { ...second, rule: { ...second.rule, name: 'Second' } }],
  )

  t.is(written, 'keep;\n # rule:[Second]\nif true\n{\n\tdiscard;\n}\n')
})

test('a comment that comes to stand above a rule without a name does not name it', (t) => {
  const source = '# note\n\n# rule:[one]\nif true { keep; }\nif true { discard; }\n'
  const written = edit(source, (entries) => entries.filter(({ place }) => place !== 1))

  const [, last] = readRules(parseScript(written))
  t.is(last?.kind === 'rule' ? last.rule.name : undefined, '')
})

for (const [what, rule, code] of [
  ['a name of two lines', { ...moving, name: 'a\nb' }, 'several_lines'],
  ['no condition', { ...moving, conditions: [] }, 'no_conditions'],
  [
    'a keyword with a blank',
    { ...moving, actions: [{ kind: 'tag', keyword: 'a b' }] },
    'invalid_value',
  ],
  ['no mailbox', { ...moving, actions: [{ kind: 'move', mailbox: '' }] }, 'invalid_value'],
  ['a field name with a colon', withField('X: y'), 'invalid_value'],
] as const)
  test(`a rule with ${what} is refused with its name`, (t) => {
    const fault = t.throws(() => edit('', () => [{ kind: 'rule', place: undefined, rule }]), {
      instanceOf: RuleFault,
    })

    t.deepEqual([fault.code, fault.rule], [code, rule.name])
  })

test('a text that the script would take for a variable is refused', (t) => {
  const rule: Rule = { ...moving, actions: [{ kind: 'move', mailbox: '${a}' }] }
  const entry: RuleEntry = { kind: 'rule', place: undefined, rule }

  t.notThrows(() => edit('', () => [entry]))
  const fault = t.throws(() => edit('require "variables";\n', () => [entry]), {
    instanceOf: RuleFault,
  })
  t.is(fault.code, 'variable_reference')
})

function withField(name: string): Rule {
  const field = { kind: 'header' as const, name }
  return {
    ...moving,
    conditions: [{ kind: 'text', field, comparison: 'is', values: ['a'], isNot: false }],
  }
}
