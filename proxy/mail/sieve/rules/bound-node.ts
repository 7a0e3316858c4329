import { bindArguments, type Bound } from '../language/bind.ts'
import type { CommandNode, TestNode } from '../language/syntax.ts'
import { shapeOf } from '../language/vocabulary.ts'

/** The arguments of a command or test that a rule may stand for: undefined where they are wrong, or have a tag that is none of these. */
export function boundNode(
  node: CommandNode | TestNode,
  tags: readonly string[],
): Bound | undefined {
  const shape = shapeOf(node)
  if (shape === undefined) return undefined
  const faults: string[] = []
  const bound = bindArguments(node, shape, (code) => {
    faults.push(code)
  })
  const isRight = faults.length === 0 && [...bound.tags.keys()].every((tag) => tags.includes(tag))
  return isRight ? bound : undefined
}
