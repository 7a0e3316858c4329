import { parseScript } from '../language/parse.ts'
import { ScriptFault } from '../language/script-fault.ts'
import type { CommandNode, Script, TestNode } from '../language/syntax.ts'
import { actionsOf } from './actions.ts'
import { commentsWithin } from './comments.ts'
import { conditionOf } from './conditions.ts'
import { ruleNameIn } from './rule-name.ts'
import type { Condition, Rule } from './rule.ts'
import { findRuleFault } from './rule-fault.ts'
import type { Segment } from './segments.ts'

/** The rule that a piece of a script is; undefined: none that says all that the piece does. */
export function understandRule(script: Script, segment: Segment): Rule | undefined {
  const { commands, heading } = segment
  const [first, ...others] = commands
  if (first === undefined) return undefined
  const name = ruleNameIn(heading)
  const rule =
    first.name !== 'if'
      ? everyMessageRule(script, commands, name)
      : others.length === 0
        ? conditionalRule(script, first, name)
        : undefined
  return rule !== undefined && findRuleFault(rule) === undefined ? rule : undefined
}

function everyMessageRule(
  script: Script,
  commands: readonly CommandNode[],
  name: string,
): Rule | undefined {
  const actions = actionsOf(commands)
  if (actions === undefined || hasComments(script, commands)) return undefined
  return { name, isEnabled: true, match: 'every', conditions: [], actions }
}

/** Comments inside would be lost when the rule is written anew. */
function hasComments(script: Script, commands: readonly CommandNode[]): boolean {
  return commands.some((command) => commentsWithin(script, command).length > 0)
}

function conditionalRule(script: Script, command: CommandNode, name: string): Rule | undefined {
  const [test] = command.tests
  const actions = actionsOf(command.block ?? [])
  if (test === undefined || actions === undefined) return undefined
  const isEnabled = test.name !== 'false'
  if (isEnabled && hasComments(script, [command])) return undefined
  const meant = isEnabled ? test : disabledTest(script, command, test)
  const conditions = meant === undefined ? undefined : matchOf(meant)
  return conditions && { name, isEnabled, ...conditions, actions }
}

/** Roundcube's form of a rule that is switched off: `if false # header ...`, with the block on the next line. */
function disabledTest(
  script: Script,
  command: CommandNode,
  { end }: TestNode,
): TestNode | undefined {
  const [comment, ...others] = commentsWithin(script, command)
  if (comment?.isLine !== true || others.length > 0) return undefined
  if (!/^[ \t]*$/.test(script.source.slice(end, comment.start))) return undefined
  const read = parseDisabled(`if ${comment.text}\n{}`)
  const [only, ...more] = read?.commands ?? []
  const isWhole = more.length === 0 && only?.name === 'if' && only.block?.length === 0
  return isWhole && read?.comments.length === 0 ? only.tests[0] : undefined
}

function parseDisabled(source: string): Script | undefined {
  try {
    return parseScript(source)
  } catch (error) {
    // Any words may stand in a comment.
    if (error instanceof ScriptFault) return undefined
    throw error
  }
}

function matchOf(test: TestNode): Pick<Rule, 'match' | 'conditions'> | undefined {
  if (test.name === 'true') return { match: 'every', conditions: [] }
  const isList = test.name === 'allof' || test.name === 'anyof'
  const conditions = conditionsOf(isList ? test.tests : [test])
  return conditions && { match: test.name === 'anyof' ? 'any' : 'all', conditions }
}

function conditionsOf(tests: readonly TestNode[]): readonly Condition[] | undefined {
  const conditions = tests.flatMap((test) => conditionOf(test) ?? [])
  return conditions.length === tests.length ? conditions : undefined
}
