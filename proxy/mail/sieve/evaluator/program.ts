import { bindArguments, type Bound } from '../language/bind.ts'
import { checkScript } from '../language/check.ts'
import { positionAt, type Position } from '../language/script-fault.ts'
import type { CommandNode, Script, TestNode } from '../language/syntax.ts'
import { BUILT_IN, KNOWN_EXTENSIONS, shapeOf } from '../language/vocabulary.ts'
import type { RunFaultCode } from './verdict.ts'

/** A script made ready to be run on many messages. */
export interface Program {
  readonly script: Script
  readonly required: ReadonlySet<string>
  /** The arguments of a command or test. Throws Undecided where they are none that could be run. */
  bound(node: CommandNode | TestNode): Bound
}

/** Binds each command and test once, at its first use. */
export function createProgram(script: Script): Program {
  const bounds = new WeakMap<CommandNode | TestNode, Bound>()
  const every = new Set([...KNOWN_EXTENSIONS, ...BUILT_IN])
  const bind = (node: CommandNode | TestNode): Bound => {
    const shape = shapeOf(node)
    if (shape === undefined) throw new Undecided(node.name, node)
    return bindArguments(node, shape, (_code, subject) => {
      throw new Undecided(subject, node)
    })
  }
  return {
    script,
    required: checkScript(script, every).required,
    bound: (node) => {
      const known = bounds.get(node)
      if (known !== undefined) return known
      const made = bind(node)
      bounds.set(node, made)
      return made
    },
  }
}

interface Placed {
  readonly start: number
}

/** Nothing is known of a command or test, or not enough of the message. */
export class Undecided extends Error {
  override readonly name = 'Undecided'
  readonly subject: string
  readonly node: Placed

  constructor(subject: string, node: Placed) {
    super(subject)
    this.subject = subject
    this.node = node
  }
}

/** The script ends in an error. */
export class RunFault extends Error {
  override readonly name = 'RunFault'
  readonly code: RunFaultCode
  readonly subject: string
  readonly node: Placed

  constructor(code: RunFaultCode, subject: string, node: Placed, options?: ErrorOptions) {
    super(`${code}: ${subject}`, options)
    this.code = code
    this.subject = subject
    this.node = node
  }
}

/** Where a node stands. */
export function positionOf({ script }: Program, { start }: Placed): Position {
  return positionAt(script.source, Math.max(0, start))
}
