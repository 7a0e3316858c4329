import { printCommands, printTest } from '../language/print.ts'
import type { TestNode } from '../language/syntax.ts'
import { commandsOf } from './actions.ts'
import { testOf } from './conditions.ts'
import { testNode } from './nodes.ts'
import type { Rule } from './rule.ts'

/** A rule in the form of Roundcube, which then shows it as one of its own; without the last line end. */
export function printRule(rule: Rule, lineEnd: '\n' | '\r\n'): string {
  const { name, isEnabled, actions } = rule
  const disabled = isEnabled ? '' : 'false # '
  const commands = commandsOf(actions, lineEnd)
  return [
    `# rule:[${name}]`,
    `if ${disabled}${printTest(testOfRule(rule))}`,
    '{',
    ...(commands.length === 0 ? [] : [printCommands(commands, { lineEnd, indent: '\t' })]),
    '}',
  ].join(lineEnd)
}

function testOfRule({ match, conditions }: Rule): TestNode {
  if (match === 'every') return testNode('true', [])
  const tests = conditions.map(testOf)
  const [only, ...others] = tests
  if (match === 'all' && only !== undefined && others.length === 0) return only
  return testNode(match === 'all' ? 'allof' : 'anyof', [], tests)
}
