import { stringsOf } from '../language/argument-values.ts'
import type { CommandNode, Script } from '../language/syntax.ts'
import { printString } from '../language/print.ts'
import { extensionsOfAction, extensionsOfCondition } from './needed-extensions.ts'
import type { Rule } from './rule.ts'

/** The `require` commands at the beginning of a script. */
export function requireCommandsOf({ commands }: Script): readonly CommandNode[] {
  const firstOther = commands.findIndex(({ name }) => name !== 'require')
  return firstOther === -1 ? commands : commands.slice(0, firstOther)
}

/** Whether `${` in a string may stand for something else (RFC 5228 2.4.2.4, RFC 5229 3). */
export function hasReferences(script: Script): boolean {
  const required = requiredBy(script)
  return required.has('variables') || required.has('encoded-character')
}

function requiredBy(script: Script): ReadonlySet<string> {
  return new Set(requireCommandsOf(script).flatMap(({ args }) => args.flatMap(stringsOf)))
}

/** Extensions that a rule needs; those of a disabled one too, of which the server still reads the actions. */
export function extensionsOf({ match, conditions, actions }: Rule): readonly string[] {
  const tested = match === 'every' ? [] : conditions
  return [...tested.flatMap(extensionsOfCondition), ...actions.flatMap(extensionsOfAction)]
}

/** The prologue with a `require` that names these extensions too: what it names already stays as it is. */
export function requireIn(
  script: Script,
  prologue: string,
  { extensions, lineEnd }: { readonly extensions: readonly string[]; readonly lineEnd: string },
): string {
  const required = requiredBy(script)
  const missing = [...new Set(extensions)].filter((name) => !required.has(name)).sort()
  if (missing.length === 0) return prologue
  const list = missing.map(printString).join(', ')
  const argument = requireCommandsOf(script).at(-1)?.args[0]
  const insert = (text: string, start: number, end = start) =>
    prologue.slice(0, start) + text + prologue.slice(end)
  if (argument?.kind === 'string') {
    const own = prologue.slice(argument.start, argument.end)
    return insert(`[${own}, ${list}]`, argument.start, argument.end)
  }
  const last = argument?.kind === 'strings' ? argument.items.at(-1) : undefined
  if (last !== undefined) return insert(`, ${list}`, last.end)
  return `require [${list}];${lineEnd}${prologue}`
}
