import test from 'ava'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'
import { ScriptFault } from '../../../../../proxy/mail/sieve/language/script-fault.ts'

function faultOf(source: string): string {
  try {
    parseScript(source)
    return 'none'
  } catch (error) {
    if (!(error instanceof ScriptFault)) throw error
    return `${error.line}:${error.column} ${error.code} ${error.subject}`
  }
}

test('a text of several lines loses its stuffed dots and ends its lines with CRLF', (t) => {
  const [command] = parseScript('vacation text: # hello\n..dot\n.one\nlast\n.\n;').commands

  t.like(command?.args[0], { kind: 'string', value: '.dot\r\n.one\r\nlast\r\n' })
})

test('a number has its quantifier in it', (t) => {
  const [command] = parseScript('if size :over 2k { keep; }').commands

  t.like(command?.tests[0]?.args[1], { kind: 'number', value: 2048 })
})

for (const [source, fault] of [
  ['keep', '1:5 unexpected ;'],
  ['if true {\n  keep;\n', '3:1 unexpected }'],
  ['redirect "a', '1:10 unclosed_string "'],
  ['redirect "a\\', '1:10 unclosed_string "'],
  ['vacation text:\nhello\n', '1:10 unclosed_string text:'],
  ['keep;\n/* open', '2:1 unclosed_comment /*'],
  ['keep;\n\n  }', '3:3 unexpected command'],
  ['if size :over 99999999999G {}', '1:15 number_too_large 99999999999G'],
  ['keep; é', '1:7 unexpected_character é'],
  ['keep;\0', '1:6 unexpected_character \\0'],
  ['if allof(true, ) {}', '1:16 unexpected test'],
  ['redirect ["a", ;', '1:16 unexpected string'],
] as const) {
  test(`the fault of ${JSON.stringify(source)} is told with its place`, (t) => {
    t.is(faultOf(source), fault)
  })
}

test('blocks and tests of a depth of 10,000 are refused, and take no stack', (t) => {
  t.regex(faultOf('if true {'.repeat(10_000)), /too_deep/)
  t.regex(faultOf(`if ${'not '.repeat(10_000)}`), /too_deep/)
  t.regex(faultOf(`if ${'anyof('.repeat(10_000)}`), /too_deep/)
  t.regex(faultOf('['.repeat(10_000)), /unexpected/)
})

test('a script over its bound of bytes or tokens is refused', (t) => {
  t.regex(faultOf(`#${'é'.repeat(600_000)}`), /too_large/)
  t.regex(faultOf('keep;'.repeat(200_000)), /too_many_items/)
})

test('a script of a megabyte of comments, strings or escapes is read', (t) => {
  const filler = [
    '/*'.padEnd(1_000_000, '/') + '*/',
    `redirect "${'\\"'.repeat(500_000)}";`,
    `vacation text:\n${'..\n'.repeat(340_000)}.\n;`,
    '#\n'.repeat(500_000),
  ]

  for (const source of filler) t.notThrows(() => parseScript(source))
})
