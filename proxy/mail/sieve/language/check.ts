import { bindArguments, type ReportFault } from './bind.ts'
import { positionAt, type ScriptFinding } from './script-fault.ts'
import type { ArgumentNode, CommandNode, Script, Span, TestNode } from './syntax.ts'
import {
  BUILT_IN,
  COMMANDS,
  FOLLOWERS,
  IMPLIED,
  KNOWN_EXTENSIONS,
  TESTS,
  type Shape,
} from './vocabulary.ts'

/** What a check finds. */
export interface ScriptCheck {
  /** In the order of their places, at most `MAX_FINDINGS`; empty where the server takes the script. */
  readonly findings: readonly ScriptFinding[]
  /** What the script requires, with what follows from it. */
  readonly required: ReadonlySet<string>
  /** Required extensions whose words are not known here: what they add is not judged. */
  readonly foreign: readonly string[]
}

const MAX_FINDINGS = 100

/**
 * Judges the words of a script against what a server says in its SIEVE capability (RFC 5804 1.7): commands, tests, tags, the
 * types of their arguments, `require`. `extensions` are the names of that capability.
 */
export function checkScript(script: Script, extensions: ReadonlySet<string>): ScriptCheck {
  const findings: ScriptFinding[] = []
  const report: ReportFault = (code, subject, { start }) => {
    if (findings.length >= MAX_FINDINGS) return
    findings.push({ code, subject, ...positionAt(script.source, Math.max(0, start)) })
  }
  const required = requiredBy(script, extensions, report)
  const foreign = [...required].filter((name) => !KNOWN_EXTENSIONS.has(name) && !BUILT_IN.has(name))
  // RFC 5463 4: what is asked for is used where the answer is yes only, with words that may not be known here.
  const asked = required.has('ihave') ? askedFor(script.commands) : []
  const isTolerant = foreign.length > 0 || asked.some((name) => !KNOWN_EXTENSIONS.has(name))
  checkBlock(script.commands, { required: new Set([...required, ...asked]), isTolerant, report })
  const inOrder = findings.toSorted((a, b) => a.line - b.line || a.column - b.column)
  return { findings: inOrder, required, foreign }
}

interface Checking {
  readonly required: ReadonlySet<string>
  /** A foreign extension may have the words that are unknown. */
  readonly isTolerant: boolean
  readonly report: ReportFault
}

function requiredBy(
  { commands }: Script,
  extensions: ReadonlySet<string>,
  report: ReportFault,
): ReadonlySet<string> {
  const required = new Set<string>()
  const add = (name: string) => {
    required.add(name)
    const implied = IMPLIED.get(name)
    if (implied !== undefined) required.add(implied)
  }
  const behind = commands.findIndex(({ name }) => name !== 'require')
  commands.forEach((command, at) => {
    if (command.name !== 'require') return
    if (behind !== -1 && at > behind) report('misplaced', 'require', command)
    for (const { value, start, end } of command.args.flatMap(stringsOf)) {
      if (!extensions.has(value) && !BUILT_IN.has(value))
        report('unknown_extension', value, { start, end })
      add(value)
    }
  })
  // RFC 5463 4: what is asked for may be used without `require`, where the answer is yes.
  if (required.has('ihave'))
    for (const name of askedFor(commands)) if (extensions.has(name)) add(name)
  return required
}

function stringsOf(argument: ArgumentNode): readonly (Span & { readonly value: string })[] {
  if (argument.kind === 'string') return [argument]
  return argument.kind === 'strings' ? argument.items : []
}

function askedFor(commands: readonly CommandNode[]): readonly string[] {
  const inTest = ({ name, args, tests }: TestNode): readonly string[] => [
    ...(name === 'ihave' ? args.flatMap(stringsOf).map(({ value }) => value) : []),
    ...tests.flatMap(inTest),
  ]
  return commands.flatMap(({ tests, block }) => [
    ...tests.flatMap(inTest),
    ...askedFor(block ?? []),
  ])
}

function checkBlock(commands: readonly CommandNode[], checking: Checking) {
  commands.forEach((command, at) => {
    checkCommand(command, commands[at - 1], checking)
  })
}

function checkCommand(command: CommandNode, before: CommandNode | undefined, checking: Checking) {
  const { isTolerant, report } = checking
  const { name, block, tests } = command
  checkTests(tests, checking)
  checkBlock(block ?? [], checking)
  const shape = COMMANDS.get(name)
  if (shape === undefined) {
    if (!isTolerant) report('unknown_command', name, command)
    return
  }
  if (FOLLOWERS.includes(name) && before?.name !== 'if' && before?.name !== 'elsif')
    report('misplaced', name, command)
  checkShape(command, shape, checking)
  if ((shape.hasBlock === true) !== (block !== undefined))
    report('wrong_arguments', shape.hasBlock === true ? '{' : ';', command)
}

function checkTests(tests: readonly TestNode[], checking: Checking) {
  for (const test of tests) {
    checkTests(test.tests, checking)
    const shape = TESTS.get(test.name)
    if (shape !== undefined) checkShape(test, shape, checking)
    else if (!checking.isTolerant) checking.report('unknown_test', test.name, test)
  }
}

function checkShape(node: CommandNode | TestNode, shape: Shape, checking: Checking) {
  const { required, isTolerant, report } = checking
  if (shape.extension !== undefined && !required.has(shape.extension))
    report('not_required', shape.extension, node)
  const bound = bindArguments(node, shape, (code, subject, at) => {
    if (code !== 'unknown_tag' || !isTolerant) report(code, subject, at)
  })
  for (const argument of node.args) {
    if (argument.kind !== 'tag' || !Object.hasOwn(shape.tags, argument.name)) continue
    const { extension } = shape.tags[argument.name] ?? {}
    if (extension !== undefined && !required.has(extension))
      report('not_required', extension, argument)
  }
  checkComparator(bound.tags.get('comparator'), checking)
  checkNumberOfTests(node, shape, report)
}

function checkComparator(argument: ArgumentNode | undefined, { required, report }: Checking) {
  if (argument?.kind !== 'string') return
  const extension = `comparator-${argument.value}`
  if (!BUILT_IN.has(extension) && !required.has(extension))
    report('not_required', extension, argument)
}

function checkNumberOfTests(
  node: CommandNode | TestNode,
  { tests: wanted }: Shape,
  report: ReportFault,
) {
  const { length } = node.tests
  const isRight = wanted === 'list' ? length > 0 : length === (wanted === 'one' ? 1 : 0)
  if (!isRight) report('wrong_arguments', wanted === undefined ? ';' : 'test', node)
}
