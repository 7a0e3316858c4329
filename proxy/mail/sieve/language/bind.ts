import type { ScriptFaultCode } from './script-fault.ts'
import type { ArgumentNode, Span } from './syntax.ts'
import type { Shape, TagShape, ValueType } from './vocabulary.ts'

/** The arguments of a command or test by what they mean. */
export interface Bound {
  /** Values of tags; undefined for a tag without one. */
  readonly tags: ReadonlyMap<string, ArgumentNode | undefined>
  /** The tag of each group that stands: `match` -> `contains`. */
  readonly chosen: ReadonlyMap<string, string>
  /** Aligned with the shape: one that may be left out, and was, is undefined. */
  readonly positional: readonly (ArgumentNode | undefined)[]
}

/** Told of each fault; what is bound in spite of it is not to be run. */
export type ReportFault = (code: ScriptFaultCode, subject: string, at: Span) => void

/** Binds arguments to a shape, and reports what does not fit. */
export function bindArguments(
  node: Span & { readonly name: string; readonly args: readonly ArgumentNode[] },
  shape: Shape,
  report: ReportFault,
): Bound {
  const tags = new Map<string, ArgumentNode | undefined>()
  const chosen = new Map<string, string>()
  const rest: ArgumentNode[] = []
  let hasUnknown = false
  for (let at = 0; at < node.args.length; at += 1) {
    const argument = node.args[at]
    if (argument?.kind !== 'tag') {
      if (argument !== undefined) rest.push(argument)
      continue
    }
    const tag = tagOf(shape, argument.name)
    if (tag === undefined) {
      hasUnknown = true
      report('unknown_tag', `:${argument.name}`, argument)
      continue
    }
    noteGroup(chosen, { name: argument.name, group: tag.group ?? argument.name }, () =>
      report('conflicting_tags', `:${argument.name}`, argument),
    )
    if (tag.value === undefined) {
      tags.set(argument.name, undefined)
      continue
    }
    at += 1
    const value = node.args[at]
    if (value === undefined || !isOfType(value, tag.value))
      report('wrong_arguments', `:${argument.name} ${tag.value}`, argument)
    tags.set(argument.name, value)
  }
  // What is behind an unknown tag may be its value: nothing more can be said of the number of arguments.
  const positional = hasUnknown ? rest : alignPositional(node, rest, { shape, report })
  return { tags, chosen, positional }
}

function tagOf(shape: Shape, name: string): TagShape | undefined {
  return Object.hasOwn(shape.tags, name) ? shape.tags[name] : undefined
}

function noteGroup(
  chosen: Map<string, string>,
  { name, group }: { readonly name: string; readonly group: string },
  onConflict: () => void,
) {
  if (chosen.has(group)) onConflict()
  chosen.set(group, name)
}

function alignPositional(
  node: Span & { readonly name: string },
  rest: readonly ArgumentNode[],
  { shape, report }: { readonly shape: Shape; readonly report: ReportFault },
): readonly (ArgumentNode | undefined)[] {
  const missing = shape.positional.length - rest.length
  if (missing < 0 || missing > (shape.optional?.count ?? 0)) {
    report('wrong_arguments', `${node.name} ${shape.positional.join(' ')}`, node)
    return shape.positional.map(() => undefined)
  }
  const padding = Array.from({ length: missing }, () => undefined)
  const aligned = shape.optional?.from === 'start' ? [...padding, ...rest] : [...rest, ...padding]
  aligned.forEach((argument, at) => {
    const type = shape.positional[at]
    if (argument !== undefined && type !== undefined && !isOfType(argument, type))
      report('wrong_arguments', type, argument)
  })
  return aligned
}

function isOfType({ kind }: ArgumentNode, type: ValueType): boolean {
  if (type === 'number') return kind === 'number'
  return kind === 'string' || (type === 'strings' && kind === 'strings')
}
