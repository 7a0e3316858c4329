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
import { listOf, pairsOf, textOf } from '../../../../../proxy/mail/imap/parser/value.ts'

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
  maxSkippedBytes: 50_000,
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
    onResponse: (response) => {
      responses.push(inOneGo(parseResponse(response, limits)))
    },
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

for (const [bound, response] of [
  ['lines', Buffer.alloc(10_001, 'x')],
  ['literals', '* LIST {10001}\r\n'],
  ['literals', `* LIST {9000}\r\n${'x'.repeat(9_000)} B {9000}\r\n`],
  ['bytes over the bounds', '* 1 FETCH (BODY[] {60001}\r\n'],
  ['bytes over the bounds', `* 1 FETCH (${'x'.repeat(70_000)}`],
  ['values', `* LIST (${'{0}\r\n'.repeat(1_900)}${' {0}\r\n'.repeat(10)})\r\n`],
] as const) {
  test(`a response over its bound of ${bound} is refused: ${String(response).slice(0, 20)}`, (t) => {
    const limits = {
      ...LIMITS,
      ...(String(response).includes('{0}') ? { maxListItems: 1_500 } : {}),
    }
    t.throws(() => responsesWithin(limits, Buffer.from(response)), {
      instanceOf: ResponseTooLarge,
      message: new RegExp(bound),
    })
  })
}

const many = 'x'.repeat(12_000)

for (const [what, said] of [
  ['lines', `FLAGS (\\Seen) X "${many}" Y (NIL)`],
  ['lines with a literal behind', `FLAGS (\\Seen) X "${many}" Y {5}\r\n) \r\n( Z (NIL)`],
  ['one literal', `FLAGS (\\Seen) X {12000}\r\n${many} Y (NIL)`],
  ['literals', `FLAGS (\\Seen) ${`X {9000}\r\n${'y'.repeat(9_000)} `.repeat(3)} Y (NIL)`],
  ['nested lists', `FLAGS (\\Seen) X ${'('.repeat(4_400)}${')'.repeat(4_400)}`],
  ['values', `FLAGS (\\Seen) X (${'()'.repeat(4_500)})`],
  ['literals by their number', `FLAGS (\\Seen) X (${'{0}\r\n'.repeat(1_700)})`],
] as const) {
  test(`a FETCH over a bound of ${what} is read up to there, and what follows it whole`, (t) => {
    const limits = { ...LIMITS, ...(said.includes('{0}') ? { maxListItems: 1_500 } : {}) }
    const bytes = Buffer.from(`* 1 FETCH (UID 7 ${said})\r\n* 5 EXISTS\r\nP1 OK so\r\n`)
    for (const cut of [bytes.length, 9_999, 10_050, 12_047]) {
      const [fetch, exists, ok, ...others] = responsesWithin(
        limits,
        bytes.subarray(0, cut),
        bytes.subarray(cut),
      )

      t.like(fetch, { kind: 'data', name: 'FETCH', number: 1, missing: 'too large' })
      const items = pairsOf(fetch?.kind === 'data' ? fetch.values[0] : undefined)
      t.deepEqual([items.get('UID'), items.get('FLAGS')], ['7', ['\\Seen']])
      t.like(exists, { kind: 'data', name: 'EXISTS', number: 5 })
      t.like(ok, { kind: 'status', tag: 'P1', status: 'OK' })
      t.deepEqual(others, [])
    }
  })
}

test('what is beyond a bound within one item of a FETCH leaves the items behind it', (t) => {
  const addresses = '("a" NIL "b" "c")'.repeat(14_000)
  const limits = { ...LIMITS, maxLineBytes: 10_000_000, maxListItems: 300_000 }
  const envelope = `(NIL "s" ${`(${addresses}) `.repeat(6)} NIL "<id>")`
  const [fetch] = responsesWithin(
    limits,
    Buffer.from(`* 1 FETCH (ENVELOPE ${envelope} BODYSTRUCTURE ("TEXT" "PLAIN") UID 7)\r\n`),
  )

  const items = pairsOf(fetch?.kind === 'data' ? fetch.values[0] : undefined)
  t.is(listOf(items.get('ENVELOPE')).length, 10)
  t.is(listOf(listOf(items.get('ENVELOPE'))[7]).length, 4_000)
  t.deepEqual(items.get('BODYSTRUCTURE'), ['TEXT', 'PLAIN'])
  t.is(items.get('UID'), '7')
})

test('what is not IMAP is refused', (t) => {
  for (const line of ['x', 'A1 FETCH x', ' OK', '* ESEARCH UID ALL (']) {
    t.throws(() => responsesOf(Buffer.from(`${line}\r\n`)), { instanceOf: ImapProtocolError }, line)
  }
})

test('a response that is IMAP up to somewhere is read up to there, and says so', (t) => {
  for (const line of ['* 1 FETCH (UID', '* STATUS a ) (', '* LIST () "']) {
    const [response] = responsesOf(Buffer.from(`${line}\r\n`))
    t.like(response, { kind: 'data', missing: 'unreadable' }, line)
  }
})

for (const [reported, wanted] of [
  ['""""', '""'],
  ['"an "odd" one"', 'an "odd" one'],
  ['"5" disk"', '5" disk'],
  ['"he said "hi there" and left"', 'he said "hi there" and left'],
  ['"say "hi""', 'say "hi"'],
  ['"C:\\dir\\x.pdf"', 'C:\\dir\\x.pdf'],
  ['"a\\\\b \\"c\\""', 'a\\b "c"'],
  ['""', ''],
] as const) {
  test(`a quoted string is read as it was meant: ${reported}`, (t) => {
    const line = `* 1 FETCH (BODYSTRUCTURE ("application" "pdf" ("name" ${reported}) NIL ${reported} "base64" 20))\r\n`
    const [fetch] = responsesOf(Buffer.from(line))

    const items = pairsOf(fetch?.kind === 'data' ? fetch.values[0] : undefined)
    const structure = ['application', 'pdf', ['name', wanted], null, wanted, 'base64', '20']
    t.deepEqual(items.get('BODYSTRUCTURE'), structure)
  })
}

test('the text of a status line may end like the announcement of a literal', (t) => {
  const [ok, exists] = responsesOf(Buffer.from('* OK see {5}\r\n* 3 EXISTS\r\n'))

  t.like(ok, { kind: 'status', text: 'see {5}' })
  t.like(exists, { name: 'EXISTS', number: 3 })
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
