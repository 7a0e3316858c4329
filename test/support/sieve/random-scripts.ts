import fc from 'fast-check'
import {
  NOWHERE,
  type ArgumentNode,
  type CommandNode,
  type TestNode,
} from '../../../proxy/mail/sieve/language/syntax.ts'

const word = fc.constantFrom('if', 'keep', 'header', 'allof', 'not', 'x_1', 'text', 'fileinto', 'K')
/** Bare line feeds and dots are what `text:` and quoted strings differ in. */
const value = fc
  .array(fc.constantFrom('a', '"', '\\', '.', '\n', '\r\n', ' ', '#', '/*', 'é', '😀', ';', '${x}'))
  .map((pieces) => pieces.join(''))

const string = value.map((text): ArgumentNode => ({ kind: 'string', value: text, ...NOWHERE }))
const strings = fc.array(value, { maxLength: 3 }).map((texts): ArgumentNode => ({
  kind: 'strings',
  items: texts.map((text) => ({ kind: 'string', value: text, ...NOWHERE })),
  ...NOWHERE,
}))
const number = fc
  .nat()
  .map((amount): ArgumentNode => ({ kind: 'number', value: amount, ...NOWHERE }))
const tag = word.map((name): ArgumentNode => ({
  kind: 'tag',
  name: name.toLowerCase(),
  ...NOWHERE,
}))
const args = fc.array(fc.oneof(string, strings, number, tag), { maxLength: 3 })
const name = word.map((text) => text.toLowerCase())

/** Few levels: arrays within arrays grow without end otherwise. */
function anyTestWithin(levels: number): fc.Arbitrary<TestNode> {
  const tests: fc.Arbitrary<readonly TestNode[]> =
    levels === 0 ? fc.constant([]) : fc.array(anyTestWithin(levels - 1), { maxLength: 2 })
  return fc.record({ name, args, tests }).map((parts) => ({ ...parts, ...NOWHERE }))
}

function anyCommandWithin(levels: number): fc.Arbitrary<CommandNode> {
  const commands: fc.Arbitrary<readonly CommandNode[]> =
    levels === 0 ? fc.constant([]) : fc.array(anyCommandWithin(levels - 1), { maxLength: 2 })
  const tests = fc.array(anyTestWithin(2), { maxLength: 2 })
  const block = fc.option(commands, { nil: undefined })
  return fc.record({ name, args, tests, block }).map((parts) => ({ ...parts, ...NOWHERE }))
}

/** Any commands of the grammar, whatever they mean. */
export const anyCommands = fc.array(anyCommandWithin(3), { maxLength: 3 })

/** Blanks and comments as people write them between two words. */
export const anyLayout = fc.array(
  fc.constantFrom(' ', '\t', '\n', '\r\n', '# rule:[a "b" {]\n', '/* ; } */', '#\r\n'),
  { minLength: 1, maxLength: 3 },
)
