import {
  NOWHERE,
  type ArgumentNode,
  type CommandNode,
  type StringNode,
  type TestNode,
} from '../language/syntax.ts'

/** A quoted string. */
export function stringNode(value: string): StringNode {
  return { kind: 'string', value, ...NOWHERE }
}

/** A list, or the string alone where there is one only. */
export function stringsNode(values: readonly string[]): ArgumentNode {
  const [only = '', ...others] = values
  if (values.length > 0 && others.length === 0) return stringNode(only)
  return { kind: 'strings', items: values.map(stringNode), ...NOWHERE }
}

export function tagNode(name: string): ArgumentNode {
  return { kind: 'tag', name, ...NOWHERE }
}

export function numberNode(value: number): ArgumentNode {
  return { kind: 'number', value, ...NOWHERE }
}

export function testNode(
  name: string,
  args: readonly ArgumentNode[],
  tests: readonly TestNode[] = [],
): TestNode {
  return { name, args, tests, ...NOWHERE }
}

export function commandNode(name: string, args: readonly ArgumentNode[]): CommandNode {
  return { name, args, tests: [], block: undefined, ...NOWHERE }
}
