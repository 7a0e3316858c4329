import { once } from 'node:events'
import { createServer } from 'node:http'
import test from 'ava'
import { readingHere } from '../../../plugin/contacts/carddav/server/card-content.ts'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import { photoId } from '../../../plugin/contacts/format/imported.ts'
import { TooComplex } from '../../../plugin/contacts/format/too-complex.ts'
import { emptyData } from '../../../plugin/migration/data-schema.ts'
import { createParsing, type Parsing, type ParsingLimits } from '../../../plugin/parsing/parsing.ts'
import type { StoredMessage } from '../../../proxy/mail/model/stored-message.ts'
import { FilterFault } from '../../../proxy/mail/sieve/filter-fault.ts'
import type { RoundcubeContact } from '../../../store/index.ts'
import { hostileFiles } from '../../support/contacts/hostile-files.ts'
import { isLong } from '../../support/process/long-tests.ts'

const WAIT_MS = 120_000
const MIB = 1024 * 1024
const fileBytes = (isLong ? 10 : 1) * MIB
const shapes = isLong ? hostileFiles : hostileFiles.slice(0, 3)
const never = new AbortController().signal

/** A request of someone else, answered by this process. */
async function startOther(teardown: (close: () => void) => void): Promise<() => Promise<unknown>> {
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1')
  teardown(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return async () => (await fetch(`http://127.0.0.1:${port ?? 0}/`)).text()
}

interface Others {
  readonly answered: number
  readonly p99: number
  /** Why the work gave up. */
  readonly error: unknown
}

/** How the requests of someone else are answered until the work ends. */
async function othersUntil(
  work: Promise<unknown>,
  request: () => Promise<unknown>,
): Promise<Others> {
  const ended = work.then(
    () => ({ error: undefined }),
    (error: unknown) => ({ error }),
  )
  const waits: number[] = []
  let outcome: { readonly error: unknown } | undefined
  while (outcome === undefined) {
    const before = performance.now()
    const requested = request().then(() => undefined)
    outcome = await Promise.race([ended, requested])
    await requested
    if (outcome === undefined) waits.push(performance.now() - before)
  }
  waits.sort((one, other) => one - other)
  const p99 = waits[Math.floor(waits.length * 0.99)] ?? 0
  return { answered: waits.length, p99, ...outcome }
}

async function readRows(parsing: Parsing, card: Buffer): Promise<number> {
  const row = { id: 1, name: 'Ada', email: '', firstName: '', surname: '', groups: [] }
  // A column holds no more of one card.
  const vcard = card.toString('utf8', 0, MIB - 20)
  const rows: RoundcubeContact[] = Array.from({ length: fileBytes / MIB }, (_, id) => {
    return { ...row, id, vcard: `${vcard}\nEND:VCARD\n` }
  })
  let count = 0
  for await (const read of parsing.readRows('ada', rows)) if (read.entry !== undefined) count += 1
  return count
}

for (const { what, make } of shapes) {
  test.serial(`others are answered while a file is read that is made of ${what}`, async (t) => {
    t.timeout(WAIT_MS)
    const request = await startOther((close) => t.teardown(close))
    await request()
    const file = make(fileBytes)
    const by = { user: 'ada', maxEntries: 10_000, signal: never }

    const { answered, p99, error } = await othersUntil(createParsing().readFile(file, by), request)

    t.true(answered > 0)
    t.false(error instanceof TooComplex, String(error))
    if (isLong) t.log(`${answered} answers, p99 ${p99.toFixed(1)} ms`)
  })

  test.serial(`others are answered while cards of Roundcube are made of ${what}`, async (t) => {
    t.timeout(WAIT_MS)
    const request = await startOther((close) => t.teardown(close))
    await request()

    const { answered, p99, error } = await othersUntil(
      readRows(createParsing(), make(fileBytes)),
      request,
    )

    t.true(answered > 0)
    t.false(error instanceof TooComplex, String(error))
    if (isLong) t.log(`${answered} answers, p99 ${p99.toFixed(1)} ms`)
  })
}

const responseOf = (inside: string) => ({
  ...{ status: 207, statusText: 'Multi-Status', type: 'application/xml' },
  bytes: Buffer.from(`<d:multistatus xmlns:d="DAV:">${inside}</d:multistatus>`),
})

/** The response of a server with as many cards. */
const cardsResponse = (count: number) =>
  responseOf(
    Array.from({ length: count }, (_, at) =>
      [
        `<d:response><d:href>/ada/${at}.vcf</d:href><d:propstat><d:prop>`,
        `<d:getetag>"${at}"</d:getetag>`,
        `<c:address-data>BEGIN:VCARD&#13;\nFN:Ada ${at}&#13;\nEND:VCARD&#13;\n</c:address-data>`,
        '</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>',
      ].join(''),
    ).join(''),
  )

const responses = [
  ['cards', (bytes: number) => cardsResponse(bytes / 250)],
  ['empty responses', (bytes: number) => responseOf('<d:response/>'.repeat(bytes / 13))],
  ['elements within elements', (bytes: number) => responseOf('<d:a>'.repeat(bytes / 5))],
  ['text', (bytes: number) => responseOf(`<d:response>${'&amp;'.repeat(bytes / 5)}</d:response>`)],
] as const

for (const [what, make] of isLong ? responses : responses.slice(0, 2)) {
  test.serial(`others are answered while an address book is made of ${what}`, async (t) => {
    t.timeout(WAIT_MS)
    const request = await startOther((close) => t.teardown(close))
    await request()
    const reading = createParsing().cardDavOf('ada')

    const { answered, p99, error } = await othersUntil(reading.responses(make(fileBytes)), request)

    t.true(answered > 0)
    t.false(error instanceof TooComplex, String(error))
    if (isLong) t.log(`${answered} answers, p99 ${p99.toFixed(1)} ms`)
  })
}

const contactRow = (id: number) => {
  return { id, name: 'Ada', email: '', firstName: '', surname: '', groups: [], vcard: `FN:${id}é` }
}
const userRow = (id: number) => {
  return { id, name: 'Bob', email: 'bob@x.test', kind: 'recipient' as const, changedAt: 1 }
}
const importOf = (changes: object) =>
  Buffer.from(JSON.stringify({ user: 'ada', isDryRun: true, data: { ...emptyData, ...changes } }))
const rowsOf = <Row>(bytes: number, make: (id: number) => Row) =>
  Array.from({ length: bytes / JSON.stringify(make(100_000)).length }, (_, id) => make(id))
const textsOf = (bytes: number, text: string) =>
  Array<string>(Math.floor(bytes / (text.length + 3))).fill(text)

/** Bodies of an import that are as hard to read as their size allows; those that are none are `undefined`. */
const imports: readonly (readonly [what: string, make: (bytes: number) => Buffer])[] = [
  ['contacts', (bytes) => importOf({ contacts: rowsOf(bytes, contactRow) })],
  [
    'one card',
    (bytes) => importOf({ contacts: [{ ...contactRow(1), vcard: 'é'.repeat(bytes / 2) }] }),
  ],
  ['recipients', (bytes) => importOf({ collected: rowsOf(bytes, userRow) })],
  ['arrays within arrays', (bytes) => Buffer.from('['.repeat(bytes))],
  [
    'closed arrays within arrays',
    (bytes) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  ],
  ['objects within objects', (bytes) => Buffer.from('{"a":'.repeat(bytes / 5))],
  ['empty groups', (bytes) => importOf({ emptyGroups: textsOf(bytes, '') })],
  [
    'groups of a contact',
    (bytes) => importOf({ contacts: [{ ...contactRow(1), groups: textsOf(bytes, 'a') }] }),
  ],
  [
    'fields nobody knows',
    (bytes) => importOf(Object.fromEntries(textsOf(bytes / 2, '').map((_, at) => [at, 0]))),
  ],
  [
    'one name again and again',
    (bytes) => Buffer.from(`{${'"user":1,'.repeat(bytes / 9)}"user":1}`),
  ],
  ['escapes', (bytes) => Buffer.from(`{"user":"${'\\u00e9'.repeat(bytes / 6)}"}`)],
  ['a number', (bytes) => Buffer.from('1'.repeat(bytes))],
  ['numbers', (bytes) => importOf({ cut: Array<number>(Math.floor(bytes / 2)).fill(1) })],
  ['blanks', (bytes) => Buffer.from(' '.repeat(bytes))],
  ['zeros', (bytes) => Buffer.alloc(bytes)],
  ['no UTF-8', (bytes) => Buffer.alloc(bytes, 0xff)],
  ['a signature', (bytes) => importOf({ identities: [{ signature: 'x'.repeat(bytes) }] })],
  ['preferences', (bytes) => importOf({ preferences: 'é'.repeat(bytes / 2) })],
  ['rows of a wrong type', (bytes) => importOf({ contacts: textsOf(bytes, 'x') })],
  ['a text without an end', (bytes) => Buffer.from(`{"user":"${'x'.repeat(bytes)}`)],
]

for (const [what, make] of isLong ? imports : imports.slice(0, 4)) {
  test.serial(`others are answered while an import is read that is made of ${what}`, async (t) => {
    t.timeout(WAIT_MS)
    const request = await startOther((close) => t.teardown(close))
    await request()

    const { answered, p99 } = await othersUntil(
      createParsing().readImport(make(fileBytes), never),
      request,
    )

    t.true(answered > 0)
    if (isLong) t.log(`${answered} answers, p99 ${p99.toFixed(1)} ms`)
  })
}

test('an import is read in a thread as it is read without one', async (t) => {
  t.timeout(WAIT_MS)
  const contacts = rowsOf(100_000, contactRow)
  const collected = rowsOf(100_000, userRow)
  const parsing = createParsing()

  const read = await parsing.readImport(importOf({ contacts, collected, language: 'de' }), never)

  t.deepEqual(read?.data, { ...emptyData, contacts, collected, language: 'de' })
  t.deepEqual([read?.user, read?.isDryRun], ['ada', true])
  t.is(await parsing.readImport(Buffer.from('{"user":"ada"}'), never), undefined)
  t.is(await parsing.readImport(Buffer.alloc(100_000, 'x'), never), undefined)
})

test('what a server of address books sends is read in a thread as it is read without one', async (t) => {
  t.timeout(WAIT_MS)
  const reading = createParsing().cardDavOf('ada')
  const body = cardsResponse(400)

  const read = await reading.responses(body)
  const texts = read.responses.flatMap(({ card }) => card ?? [])
  const contents = await reading.cards([...texts, 'x'.repeat(100_000)])

  t.deepEqual(read, await readingHere.responses(body))
  t.is(texts.length, 400)
  t.deepEqual(
    [contents[399]?.entry?.contact.name, contents[400]],
    ['Ada 399', { group: undefined, entry: undefined }],
  )
})

test('what a thread reads is what is read without one, pictures as well', async (t) => {
  t.timeout(WAIT_MS)
  const picture = Buffer.from('GIF89a-picture').toString('base64')
  const card = (at: number) =>
    `BEGIN:VCARD\nVERSION:3.0\nFN:Ada ${at}\nPHOTO;ENCODING=b:${picture}\nBDAY:soon\nEND:VCARD\n`
  const file = Buffer.from(Array.from({ length: 1_000 }, (_, at) => card(at)).join(''))
  const by = { user: 'ada', maxEntries: 10_000, signal: never }

  const { contacts, problems, problemCount } = await createParsing().readFile(file, by)

  t.is(contacts.length, 1_000)
  t.is(contacts[999]?.contact.name, 'Ada 999')
  t.true(Buffer.isBuffer(contacts[0]?.photo?.content))
  t.deepEqual([problems.length, problemCount], [200, 1_000])
})

test('what takes more memory or time than it may have ends its thread, and no one else', async (t) => {
  t.timeout(WAIT_MS)
  const file = Buffer.from('Name,E-mail\nAda,ada@x.test\n'.repeat(100_000))
  const by = { user: 'ada', maxEntries: 1_000_000, signal: never }

  for (const limits of [{ heapMiB: 36 }, { threadMs: 1 }]) {
    await t.throwsAsync(createParsing(limits).readFile(file, by), { instanceOf: TooComplex })
  }
})

test('a memory limit that is met is a line of the error log, and a time limit is none', async (t) => {
  t.timeout(WAIT_MS)
  const file = Buffer.from('Name,E-mail\nAda,ada@x.test\n'.repeat(100_000))
  const by = { user: 'ada', maxEntries: 1_000_000, signal: never }
  const lines: string[] = []
  const errorLog = { formB: ({ message }: { message: string }) => lines.push(message) }

  for (const limits of [{ threadMs: 1 }, { heapMiB: 36 }]) {
    const parsing = createParsing({ ...limits, errorLog })
    await t.throwsAsync(parsing.readFile(file, by), { instanceOf: TooComplex })
  }
  t.deepEqual(lines, [
    'PHP Fatal error:  Allowed memory size of 37748736 bytes exhausted (tried to allocate 262144 bytes)',
  ])
})

test('who leaves ends the thread that reads for them', async (t) => {
  t.timeout(WAIT_MS)
  const left = new AbortController()
  const file = Buffer.from('Name\nAda\n'.repeat(100_000))
  const by = { user: 'ada', maxEntries: 1_000_000, signal: left.signal }

  const reading = createParsing().readFile(file, by)
  left.abort(new Error('left'))

  await t.throwsAsync(reading, { message: 'left' })
})

test('the card of a large group is changed in a thread as it would be here', async (t) => {
  const members = Array.from({ length: 5_000 }, (_, at) => `MEMBER:urn:uuid:${at}`)
  const lines = ['BEGIN:VCARD', 'VERSION:4.0', 'KIND:group', 'FN:Club', ...members, 'END:VCARD', '']
  const text = lines.join('\r\n')
  const reading = createParsing().cardDavOf('ada')
  const change = { added: new Set(['new']), removed: new Set(['7']) }

  const renamed = await reading.groupChanged(text, { name: 'Family' })
  const changed = await reading.groupChanged(text, change)

  t.true(text.length > 64 * 1024)
  t.is(renamed, await readingHere.groupChanged(text, { name: 'Family' }))
  t.is(changed, await readingHere.groupChanged(text, change))
  t.regex(renamed, /^FN:Family\r$/m)
  t.regex(changed, /^MEMBER:urn:uuid:new\r$/m)
  t.notRegex(changed, /^MEMBER:urn:uuid:7\r$/m)
})

test('a large card is changed in a thread as it would be here, with its picture', async (t) => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `X-OTHER-${at};TYPE=home:something else`)
  const text = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada', ...lines, 'END:VCARD', ''].join('\r\n')
  const photo = { type: 'image/png', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') } as const
  const contact = { ...emptyContact('Ada King'), groups: ['Club', 'Family'], photo: photoId(photo) }
  const change = { contact, photo, groupCards: new Set(['Club']) }

  const changed = await createParsing().cardDavOf('ada').changed(text, change)

  t.true(text.length > 64 * 1024)
  t.is(changed, await readingHere.changed(text, change))
  t.regex(changed, /^FN:Ada King\r$/m)
  t.regex(changed, /^CATEGORIES:Family\r$/m)
})

const letter: StoredMessage = {
  ...{ uid: 1, flags: [], size: 30, arrivedAt: 0, zoneMinutes: 0 },
  header: Buffer.from('Subject: Hello\r\n\r\n'),
  body: Buffer.from('Text\r\n'),
}
const by = { user: 'ada', signal: never }

function opened(text: string, limits: Partial<ParsingLimits> = {}) {
  const source = { kind: 'script', text } as const
  return createParsing({ filterMs: WAIT_MS, ...limits }).openFilter(
    { source, mailboxes: ['INBOX'] },
    by,
  )
}

test('a filter stays in its thread for the messages that follow', async (t) => {
  t.timeout(WAIT_MS)
  const filter = await opened('if header "subject" "hello" { discard; }')
  t.teardown(() => filter.close())

  const first = await filter.decide([letter, { ...letter, uid: 2, header: Buffer.from('X: y') }])
  const second = await filter.decide([{ ...letter, uid: 3 }])

  t.false(filter.hasBodies)
  t.deepEqual(
    [...first, ...second].map(({ uid, kind }) => [uid, kind]),
    [
      [1, 'met'],
      [2, 'unmet'],
      [3, 'met'],
    ],
  )
})

test('a script that is none is refused with its place, and frees its thread', async (t) => {
  t.timeout(WAIT_MS)
  const parsing = createParsing({ filterMs: WAIT_MS })
  const open = (text: string) =>
    parsing.openFilter({ source: { kind: 'script', text }, mailboxes: [] }, by)

  for (let time = 0; time < 3; time += 1) {
    const error = await t.throwsAsync(open('keep;\nnothing;'), { instanceOf: FilterFault })
    t.like(error.fault, { code: 'unknown_command', position: { line: 2, column: 1 } })
  }
  await (await open('keep;')).close()
})

test('a script of 1 MB, and one of depth 10,000, is refused or tried within its bounds', async (t) => {
  t.timeout(WAIT_MS)
  const deep = `if ${'not '.repeat(10_000)}true { discard; }`
  const large = `# ${'x'.repeat(1024 * 1024)}`
  const long = 'if header "subject" "nobody" { stop; }\n'.repeat(25_000)

  const faults = await Promise.all(
    [deep, large].map((text) => t.throwsAsync(opened(text), { instanceOf: FilterFault })),
  )
  const filter = await opened(long)
  t.teardown(() => filter.close())

  t.deepEqual(
    faults.map(({ fault }) => fault.code),
    ['too_deep', 'too_large'],
  )
  t.like(await filter.decide([letter]), [{ kind: 'unmet' }])
})

const tests = Array.from({ length: 15_000 }, (_, at) => `header :matches "subject" "*${at}*x*"`)
const heavy = `if anyof (${tests.join(', ')}) { discard; }`

for (const [what, text, limits] of [
  ['time', heavy, { filterMs: 1 }],
  ['memory', `require "body"; ${heavy}`, { heapMiB: 20 }],
] as const) {
  test(`a filter that takes more ${what} than it may have ends its own thread, and is told so`, async (t) => {
    t.timeout(WAIT_MS)

    const error = await t.throwsAsync(opened(text, limits), { instanceOf: FilterFault })

    t.is(error.fault.code, 'too_complex')
  })
}

for (const [what, pattern] of [
  ['a repetition of repetitions', '(((a*)*)*)*b'],
  ['counted repetitions within each other', '((a{1,100}){1,100}){1,100}b'],
  ['many ways', '(a|a|aa|aaa)*(a|b|ab)*c'],
] as const) {
  test(`others are answered while a filter runs a pattern of ${what}`, async (t) => {
    t.timeout(WAIT_MS)
    const request = await startOther((close) => t.teardown(close))
    const text = `require "regex"; if header :regex "subject" "${pattern}" { discard; }`
    const header = Buffer.from(`Subject: ${'a'.repeat(20_000)}\r\n\r\n`)
    const run = async () => {
      const filter = await opened(text)
      t.teardown(() => filter.close())
      return filter.decide(Array.from({ length: 20 }, (_, uid) => ({ ...letter, uid, header })))
    }

    const { answered, error } = await othersUntil(run(), request)

    t.true(answered > 0)
    t.true(error === undefined || error instanceof FilterFault)
  })
}

test('a long script of filters is read, and changed, in a thread', async (t) => {
  const parsing = createParsing()
  const { signal } = new AbortController()
  const rule = (number: number) => `# rule:[${number}]\nif true\n{\n\tkeep;\n}\n`
  const source = Array.from({ length: 3_000 }, (_, number) => rule(number)).join('')

  const read = await parsing.readScript(source, { kind: 'none' }, { user: 'mia', signal })
  const entries = 'entries' in read ? (read.entries ?? []).slice(1) : []
  const changed = await parsing.readScript(
    source,
    { kind: 'entries', entries },
    { user: 'mia', signal },
  )

  t.is(entries.length, 2_999)
  t.true('text' in changed && changed.text === source.slice(rule(0).length))
})

test('a change that makes no script comes out of the thread with its place', async (t) => {
  const { signal } = new AbortController()
  const text = `keep;\n${'#\n'.repeat(40_000)}stp;"`
  const reading = createParsing().readScript('', { kind: 'text', text }, { user: 'mia', signal })

  const error = await t.throwsAsync(reading, { instanceOf: FilterFault })

  t.like(error.fault, { code: 'unclosed_string', position: { line: 40_002 } })
})
