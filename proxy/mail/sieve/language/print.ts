import type { ArgumentNode, CommandNode, TestNode } from './syntax.ts'

/** How a printed script is laid out. */
export interface PrintOptions {
  /** The line end of the script it goes into. */
  readonly lineEnd: '\n' | '\r\n'
  readonly indent: string
}

const PLAIN: PrintOptions = { lineEnd: '\n', indent: '' }
const STEP = '  '

/** Commands as text, one a line, without the last line end. Reading it again gives the same commands. */
export function printCommands(
  commands: readonly CommandNode[],
  options: PrintOptions = PLAIN,
): string {
  return commands.map((command) => printCommand(command, options)).join(options.lineEnd)
}

/** A quoted string with its escapes (RFC 5228 2.4.2). */
export function printString(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

function printCommand({ name, args, tests, block }: CommandNode, options: PrintOptions): string {
  const { lineEnd, indent } = options
  const head = indent + words([name, ...args.map(printArgument), printTests(name, tests)])
  if (block === undefined) return `${head};`
  const within = { lineEnd, indent: indent + STEP }
  const body = block.length === 0 ? '' : lineEnd + printCommands(block, within)
  return `${head} {${body}${lineEnd}${indent}}`
}

/** A test, with the tests it holds. */
export function printTest({ name, args, tests }: TestNode): string {
  return words([name, ...args.map(printArgument), printTests(name, tests)])
}

/** What takes a list of tests (RFC 5228 5.2, 5.3) takes nothing else from servers, not even for a single one. */
const TAKE_LISTS: readonly string[] = ['allof', 'anyof']

function printTests(name: string, tests: readonly TestNode[]): string {
  const [only, ...others] = tests
  if (only === undefined) return ''
  if (others.length === 0 && !TAKE_LISTS.includes(name)) return printTest(only)
  return `(${tests.map(printTest).join(', ')})`
}

function printArgument(argument: ArgumentNode): string {
  switch (argument.kind) {
    case 'string':
      return printString(argument.value)
    case 'strings':
      return `[${argument.items.map(({ value }) => printString(value)).join(', ')}]`
    case 'number':
      return String(argument.value)
    case 'tag':
      return `:${argument.name}`
  }
}

function words(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}
