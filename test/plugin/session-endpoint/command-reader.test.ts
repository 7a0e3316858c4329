import test from 'ava'
import fc from 'fast-check'
import {
  createCommandReader,
  ProtocolError,
  type ReadCommand,
} from '../../../plugin/session-endpoint/command-reader.ts'

const limits = { maxBulkBytes: 1_000, maxArguments: 8 }

function wire(args: readonly Buffer[]): Buffer {
  const parts = args.flatMap((word) => [
    Buffer.from(`$${word.length}\r\n`),
    word,
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([Buffer.from(`*${args.length}\r\n`), ...parts])
}

function readAll(bytes: Buffer, cuts: readonly number[] = []): readonly ReadCommand[] {
  const reader = createCommandReader(() => limits)
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])]
  ends.sort((one, other) => one - other)
  return ends.flatMap((end, index) => reader.read(bytes.subarray(ends[index - 1] ?? 0, end)))
}

const word = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))
const commandWords = fc.array(word, { minLength: 1, maxLength: 8 })

test('commands are read as they were sent, wherever their bytes are cut', (t) => {
  t.notThrows(() =>
    fc.assert(
      fc.property(
        fc.array(commandWords, { maxLength: 5 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        (sent, cuts) => {
          const read = readAll(Buffer.concat(sent.map(wire)), cuts)
          return (
            read.length === sent.length &&
            read.every(
              (command, index) =>
                command.kind === 'command' &&
                Buffer.concat(command.args).equals(Buffer.concat(sent[index] ?? [])) &&
                command.args.length === sent[index]?.length,
            )
          )
        },
      ),
      { numRuns: 500 },
    ),
  )
})

test('arbitrary bytes are commands or a protocol error, never anything else', (t) => {
  const pieces = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom('*1\r\n', '*3\r\n', '$4\r\n', 'PING', '\r\n', '$-1\r\n', '*-1\r\n')
      .map((text) => Buffer.from(text)),
  )
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (sent) => {
        const reader = createCommandReader(() => limits)
        try {
          for (const piece of sent) reader.read(piece)
          return true
        } catch (error) {
          return error instanceof ProtocolError
        }
      }),
      { numRuns: 2_000 },
    ),
  )
})

test('a bulk string over the limit is read to its end, and the next command is understood', (t) => {
  const large = wire([Buffer.from('SETEX'), Buffer.from('key'), Buffer.alloc(5_000, '\r\n*1\r\n')])
  const bytes = Buffer.concat([large, wire([Buffer.from('PING')])])

  for (const cut of [0, 10, 30, 1_000, large.length - 1, large.length]) {
    const [first, second] = readAll(bytes, [cut])
    t.deepEqual(first, { kind: 'too-large', name: 'SETEX', bytes: 5_000 })
    t.deepEqual(second, { kind: 'command', args: [Buffer.from('PING')] })
  }
})

test('words that are too many bytes together are read to their end as one that is too large', (t) => {
  const most = { maxBulkBytes: 50_000, maxArguments: 8 }
  const args = ['DEL', ...Array<string>(3).fill('x'.repeat(50_000))].map((text) =>
    Buffer.from(text),
  )
  const reader = createCommandReader(() => most)

  t.deepEqual(reader.read(Buffer.concat([wire(args), wire([Buffer.from('PING')])])), [
    { kind: 'too-large', name: 'DEL', bytes: 50_000 },
    { kind: 'command', args: [Buffer.from('PING')] },
  ])
})

test('an inline command is its arguments', (t) => {
  const [command] = readAll(Buffer.from('  GET \t abc\r\n'))

  t.deepEqual(command, { kind: 'command', args: [Buffer.from('GET'), Buffer.from('abc')] })
  t.deepEqual(readAll(Buffer.from('\r\n\r\n*0\r\n*-1\r\n')), [])
})

for (const [what, bytes] of [
  ['too many words', '*9\r\n'],
  ['too many inline words', 'a b c d e f g h i\r\n'],
  ['a count that is none', '*x\r\n'],
  ['a length below zero', '*1\r\n$-1\r\n'],
  ['a length that is none', '*1\r\n$4x\r\n'],
  ['a length no memory has', '*1\r\n$999999999\r\n'],
  ['a word that is no bulk string', '*1\r\n:4\r\n'],
  ['a bulk string without its end', '*1\r\n$4\r\nPINGxx'],
  ['a line without an end', 'x'.repeat(70_000)],
  ['a request of a browser', 'POST / HTTP/1.1\r\n'],
] as const) {
  test(`${what}: a protocol error`, (t) => {
    t.throws(() => readAll(Buffer.from(bytes)), { instanceOf: ProtocolError })
  })
}
