import test from 'ava'
import fc from 'fast-check'
import { checkScript } from '../../../../../proxy/mail/sieve/language/check.ts'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { printCommands } from '../../../../../proxy/mail/sieve/language/print.ts'
import { BUILT_IN, KNOWN_EXTENSIONS } from '../../../../../proxy/mail/sieve/language/vocabulary.ts'
import { readRules } from '../../../../../proxy/mail/sieve/rules/read-rules.ts'
import type { Rule, RuleEntry } from '../../../../../proxy/mail/sieve/rules/rule.ts'
import { writeRules } from '../../../../../proxy/mail/sieve/rules/write-rules.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import { anyRule } from '../../../../support/sieve/arbitrary-rules.ts'
import { anyCommands, anyLayout } from '../../../../support/sieve/random-scripts.ts'
import {
  INGO,
  NEXTCLOUD,
  ROUNDCUBE,
  SNAPPYMAIL,
} from '../../../../support/sieve/scripts-of-programs.ts'

const numRuns = isLong ? 100_000 : 2_000

const every = new Set([...KNOWN_EXTENSIONS, ...BUILT_IN])

function newEntry(rule: Rule): RuleEntry {
  return { kind: 'rule', place: undefined, rule }
}

function rulesOf(source: string): readonly (Rule | string)[] {
  return readRules(parseScript(source)).map((entry) =>
    entry.kind === 'rule' ? entry.rule : entry.text,
  )
}

const rules = fc.array(anyRule, { minLength: 1, maxLength: 3 })
const programs = fc.constantFrom('', '\r\n', ROUNDCUBE, SNAPPYMAIL, NEXTCLOUD, INGO)

test('rules that are written are read as they were, and a server finds no word to refuse', (t) => {
  fc.assert(
    fc.property(rules, (written) => {
      const source = writeRules(parseScript(''), written.map(newEntry))

      t.deepEqual(rulesOf(source), written)
      t.deepEqual(checkScript(parseScript(source), every).findings, [])
    }),
    { numRuns },
  )
})

test('any commands with any layout between them stay to the byte where nothing changes', (t) => {
  const layout = anyLayout.map((pieces) => pieces.join(''))
  const groups = fc.array(fc.tuple(layout, anyCommands), { maxLength: 5 })
  fc.assert(
    fc.property(groups, programs, layout, (parts, program, end) => {
      const text = parts.map(([between, commands]) => between + printCommands(commands)).join('')
      const script = parseScript(program + text + end)

      t.is(writeRules(script, readRules(script)), script.source)
    }),
    { numRuns },
  )
})

test('rules in any place of a script leave what is between them, in any order', (t) => {
  fc.assert(
    fc.property(programs, rules, fc.array(fc.nat(), { minLength: 12 }), (program, added, keys) => {
      const script = parseScript(program)
      const before = readRules(script)
      const entries = [...before, ...added.map(newEntry)]
        .map((entry, at) => ({ entry, key: keys[at % keys.length] ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ entry }) => entry)

      const written = writeRules(script, entries)

      const moved = entries.flatMap((entry) => (entry.kind === 'rule' ? [entry.rule] : []))
      t.deepEqual(
        rulesOf(written).filter((one) => typeof one !== 'string'),
        moved,
      )
      for (const entry of entries)
        if (entry.kind === 'block') t.true(written.includes(entry.text.trim()))
      t.deepEqual(checkScript(parseScript(written), every).findings, [])
    }),
    { numRuns },
  )
})
