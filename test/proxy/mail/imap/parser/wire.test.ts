import { isDeepStrictEqual } from 'node:util'
import test from 'ava'
import fc from 'fast-check'
import {
  AWAIT_CONTINUATION,
  compileCommand,
  quotedMailboxName,
  userString,
} from '../../../../../proxy/mail/imap/command.ts'
import { mailboxName } from '../../../../../proxy/mail/model/mailbox-name.ts'
import {
  ResponseTooLarge,
  type ResponseLimits,
} from '../../../../../proxy/mail/imap/parser/limits.ts'
import { parseResponse } from '../../../../../proxy/mail/imap/parser/reader.ts'
import { createResponseSplitter } from '../../../../../proxy/mail/imap/parser/splitter.ts'
import {
  ImapProtocolError,
  type ImapResponse,
} from '../../../../../proxy/mail/imap/parser/response.ts'
import { inOneGo } from '../../../../../proxy/mail/imap/parser/slice.ts'
import { packUids, unpackUids } from '../../../../../proxy/mail/imap/parser/uid-set.ts'
import { textOf } from '../../../../../proxy/mail/imap/parser/value.ts'

const session = Buffer.from(
  [
    '* OK [HIGHESTMODSEQ 42] Highest\r\n',
    '* 12 FETCH (UID 7 FLAGS (\\Seen $X) ENVELOPE (NIL {6}\r\nb)(b"\r NIL) BODY[HEADER.FIELDS (X-PRIORITY)] {0}\r\n)\r\n',
    '* SEARCH 3 1 2 (MODSEQ 9)\r\n',
    '* STATUS "a \\"b\\" \\\\c" (MESSAGES 1)\r\n',
    '+ go on\r\n',
    'A1 NO [OVERQUOTA] Quota exceeded\r\n',
  ].join(''),
  'latin1',
)

const LIMITS: ResponseLimits = {
  maxLineBytes: 10_000,
  maxLiteralBytes: 10_000,
  maxNesting: 4_000,
  maxListItems: 4_001,
}

function responsesOf(...chunks: readonly Buffer[]): readonly ImapResponse[] {
  return responsesWithin(LIMITS, ...chunks)
}

function responsesWithin(
  limits: ResponseLimits,
  ...chunks: readonly Buffer[]
): readonly ImapResponse[] {
  const responses: ImapResponse[] = []
  const splitter = createResponseSplitter({
    limits,
    onResponse: (text, literals) =>
      responses.push(inOneGo(parseResponse({ text, literals }, limits))),
  })
  for (const chunk of chunks) splitter.push(chunk)
  return responses
}

test('a recorded session is read value by value', (t) => {
  const [ok, fetch, search, status, plus, no] = responsesOf(session)

  t.like(ok, { kind: 'status', tag: '*', status: 'OK', code: 'HIGHESTMODSEQ', codeValues: ['42'] })
  t.deepEqual(fetch, {
    kind: 'data',
    name: 'FETCH',
    number: 12,
    values: [
      [
        ...['UID', '7', 'FLAGS', ['\\Seen', '$X'], 'ENVELOPE'],
        [null, Buffer.from('b)(b"\r'), null],
        ...['BODY[HEADER.FIELDS (X-PRIORITY)]', Buffer.alloc(0)],
      ],
    ],
  })
  t.deepEqual(search, { kind: 'numbers', name: 'SEARCH', numbers: Uint32Array.of(3, 1, 2) })
  t.deepEqual(status, {
    kind: 'data',
    name: 'STATUS',
    number: undefined,
    values: ['a "b" \\c', ['MESSAGES', '1']],
  })
  t.deepEqual(plus, { kind: 'continuation' })
  t.like(no, { tag: 'A1', status: 'NO', code: 'OVERQUOTA', text: 'Quota exceeded' })
})

test('a keyword may begin with a bracket', (t) => {
  const [flags] = responsesOf(Buffer.from('* FLAGS (\\Seen [css3-page)\r\n'))

  t.like(flags, { kind: 'data', name: 'FLAGS', values: [['\\Seen', '[css3-page']] })
})

test('a session reads the same however the network cuts it', (t) => {
  const whole = responsesOf(session)
  for (let cut = 1; cut < session.length; cut += 1) {
    t.deepEqual(responsesOf(session.subarray(0, cut), session.subarray(cut)), whole)
  }
})

for (const [bound, answer] of [
  ['lines', Buffer.alloc(10_001, 'x')],
  ['literals', '* 1 FETCH (BODY[] {10001}\r\n'],
  ['literals', `* 1 FETCH (A {9000}\r\n${'x'.repeat(9_000)} B {9000}\r\n`],
  ['nested lists', `* 1 FETCH ${'('.repeat(4_001)}\r\n`],
  ['values', `* 1 FETCH (${'()'.repeat(4_001)})\r\n`],
  ['values', `* 1 FETCH (${'{0}\r\n'.repeat(1_900)}${' {0}\r\n'.repeat(10)})\r\n`],
] as const) {
  test(`an answer over its bound of ${bound} is refused: ${String(answer).slice(0, 20)}`, (t) => {
    const limits = { ...LIMITS, ...(String(answer).includes('{0}') ? { maxListItems: 1_500 } : {}) }
    t.throws(() => responsesWithin(limits, Buffer.from(answer)), {
      instanceOf: ResponseTooLarge,
      message: new RegExp(bound),
    })
  })
}

test('what is not IMAP is refused', (t) => {
  for (const line of [
    'x',
    '* 1 FETCH (UID',
    '* STATUS a ) (',
    '* LIST () "',
    'A1 FETCH x',
    ' OK',
  ]) {
    t.throws(() => responsesOf(Buffer.from(`${line}\r\n`)), { instanceOf: ImapProtocolError }, line)
  }
})

test('lists nested deeper than a call stack are read', (t) => {
  const depth = 4_000
  const [response] = responsesOf(Buffer.from(`* X ${'('.repeat(depth)}${')'.repeat(depth)}\r\n`))
  t.like(response, { kind: 'data', name: 'X' })
})

test('random bytes never make the parser do anything but read or refuse', (t) => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((data) => Buffer.from(data))
  fc.assert(
    fc.property(bytes, (data) => {
      try {
        responsesOf(Buffer.concat([Buffer.from('* 1 FETCH '), data, Buffer.from('\r\n')]))
      } catch (error) {
        if (!(error instanceof ImapProtocolError || error instanceof ResponseTooLarge)) throw error
      }
    }),
    { numRuns: 500 },
  )
  t.pass()
})

test('UIDs survive packing into a set and back', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { maxLength: 80 }), (uids) => {
      const sorted = uids.toSorted((one, two) => one - two)
      return isDeepStrictEqual([...unpackUids(packUids(sorted), 1_000)], sorted)
    }),
  )
  t.pass()
})

test('a set that names more than its limit is refused before memory is taken', (t) => {
  t.throws(() => unpackUids('1:4294967295', 1_000_000), { instanceOf: ResponseTooLarge })
})

test('a literal waits for the server unless it may go at once', (t) => {
  const text = Buffer.from('grün')
  t.deepEqual(
    compileCommand('A1', ['SEARCH TEXT', text, 'ALL'], () => 4096),
    ['A1 SEARCH TEXT {5+}\r\n', text, ' ALL\r\n'],
  )
  t.deepEqual(
    compileCommand('A1', ['SEARCH TEXT', text], () => -1),
    ['A1 SEARCH TEXT {5}\r\n', AWAIT_CONTINUATION, text, '\r\n'],
  )
})

test('no argument can begin a command of its own', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const parts = ['X', userString(text), quotedMailboxName(mailboxName(text))]
      const segments = compileCommand('A1', parts, () => 10_000)
      return segments.every(
        (segment) => typeof segment !== 'string' || /^[^\r\n\0]*\r\n$/.test(segment),
      )
    }),
  )
  t.throws(() => compileCommand('A1', ['NOOP\r\nA2 DELETE INBOX'], () => -1), {
    instanceOf: RangeError,
  })
})

test('text beyond ASCII in a quoted string is UTF-8', (t) => {
  const [response] = responsesOf(Buffer.from('* LIST () "/" "Grüße"\r\n', 'utf8'))
  t.is(response?.kind === 'data' ? textOf(response.values[2]) : undefined, 'Grüße')
})
