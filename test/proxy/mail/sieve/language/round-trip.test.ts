import test from 'ava'
import fc from 'fast-check'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { printCommands } from '../../../../../proxy/mail/sieve/language/print.ts'
import { ScriptFault } from '../../../../../proxy/mail/sieve/language/script-fault.ts'
import {
  NOWHERE,
  type ArgumentNode,
  type CommandNode,
  type Script,
  type TestNode,
} from '../../../../../proxy/mail/sieve/language/syntax.ts'
import { createTokenizer } from '../../../../../proxy/mail/sieve/language/tokens.ts'
import { isLong } from '../../../../support/process/long-tests.ts'
import { anyCommands, anyLayout } from '../../../../support/sieve/random-scripts.ts'

const numRuns = isLong ? 100_000 : 3_000

test('what is printed reads as the same commands, and prints the same again', (t) => {
  fc.assert(
    fc.property(anyCommands, (commands) => {
      const printed = printCommands(commands)
      const read = parseScript(printed).commands

      t.deepEqual(read.map(withoutPlace), commands)
      t.is(printCommands(read), printed)
    }),
    { numRuns },
  )
})

test('layout and comments change no command, and every byte of them is in the tree', (t) => {
  fc.assert(
    fc.property(anyCommands, fc.array(anyLayout, { minLength: 1 }), (commands, layouts) => {
      const source = withLayout(printCommands(commands), layouts)
      const script = parseScript(source)

      t.deepEqual(script.commands.map(withoutPlace), commands)
      t.is(sourceOfTree(script), source)
    }),
    { numRuns },
  )
})

test('a damaged script is read or refused with its line, and nothing else', (t) => {
  fc.assert(
    fc.property(anyCommands, fc.nat(), fc.string({ maxLength: 3 }), (commands, at, damage) => {
      const printed = printCommands(commands)
      const cut = at % (printed.length + 1)
      const source = printed.slice(0, cut) + damage + printed.slice(cut + 1)
      try {
        t.is(sourceOfTree(parseScript(source)), source)
      } catch (error) {
        if (!(error instanceof ScriptFault)) throw error
        t.true(error.line >= 1 && error.line <= source.split('\n').length)
      }
    }),
    { numRuns },
  )
})

function withoutPlace(command: CommandNode): CommandNode {
  const { name, args, tests, block } = command
  return {
    name,
    args: args.map(argumentWithoutPlace),
    tests: tests.map(testWithoutPlace),
    block: block?.map(withoutPlace),
    ...NOWHERE,
  }
}

function testWithoutPlace({ name, args, tests }: TestNode): TestNode {
  return {
    name,
    args: args.map(argumentWithoutPlace),
    tests: tests.map(testWithoutPlace),
    ...NOWHERE,
  }
}

function argumentWithoutPlace(argument: ArgumentNode): ArgumentNode {
  if (argument.kind !== 'strings') return { ...argument, ...NOWHERE }
  const items = argument.items.map((item) => ({ ...item, ...NOWHERE }))
  return { kind: 'strings', items, ...NOWHERE }
}

/** The printed words with other layout between them. */
function withLayout(printed: string, layouts: readonly (readonly string[])[]): string {
  const tokenizer = createTokenizer(printed)
  const pieces: string[] = []
  for (let token = tokenizer.next(); token.kind !== 'end'; token = tokenizer.next()) {
    const layout = layouts[pieces.length % layouts.length] ?? []
    pieces.push(layout.join('') + printed.slice(token.start, token.end))
  }
  return pieces.join('') + (layouts[0] ?? []).join('')
}

/** The source put together from the commands, the comments and the blanks between them. */
function sourceOfTree({ source, commands, comments }: Script): string {
  const inside = commands.flatMap(({ start, end }) => [{ start, end }])
  const outside = comments.filter(
    (comment) => !commands.some(({ start, end }) => comment.start >= start && comment.end <= end),
  )
  let at = 0
  let text = ''
  for (const { start, end } of [...inside, ...outside].sort((a, b) => a.start - b.start)) {
    const between = source.slice(at, start)
    if (/\S/.test(between)) throw new Error(`between two nodes: ${between}`)
    text += between + source.slice(start, end)
    at = end
  }
  return text + source.slice(at)
}
