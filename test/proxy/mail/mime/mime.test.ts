import test from 'ava'
import fc from 'fast-check'
import {
  leavesOf,
  parseBodyStructure,
} from '../../../../proxy/mail/mime/structure/body-structure.ts'
import { decodeCharset } from '../../../../proxy/mail/mime/charset/decode.ts'
import { decodeHeaderText } from '../../../../proxy/mail/mime/header/encoded-word.ts'
import { arrangeMessage } from '../../../../proxy/mail/mime/structure/message-parts.ts'
import { parameterOf } from '../../../../proxy/mail/mime/header/parameter.ts'
import {
  createTransferDecoder,
  decodeTransfer,
} from '../../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { readValues } from '../read-values.ts'

const headerTexts: readonly (readonly [raw: string, text: string])[] = [
  ['plain', 'plain'],
  ['=?utf-8?Q?caf=C3=A9?=', 'café'],
  ['=?ISO-8859-1?q?a_b?= and =?utf-8?b?w6k=?=', 'a b and é'],
  ['=?utf-8?B?4oI=?= =?utf-8?B?rA==?=', '€'],
  ['=?utf-8?Q?one?=\r\n =?iso-8859-15?Q?=A4?=', 'one€'],
  ['=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['=?koi8-r?B?8NLJ18XU?=', 'Привет'],
  ['=?utf-8*en?Q?tagged?=', 'tagged'],
  ['broken =?utf-8?Q?=ZZ?= end', 'broken =ZZ end'],
  ['=?no-such-charset?Q?=E9?=', 'é'],
  ['two\r\n lines\u0000', 'two lines'],
]

for (const [raw, text] of headerTexts) {
  test(`the header ${JSON.stringify(raw)} reads as ${text}`, (t) => {
    t.is(decodeHeaderText(raw), text)
  })
}

test('raw 8-bit headers are UTF-8 where they can be, else Windows-1252', (t) => {
  t.is(decodeHeaderText(Buffer.from('Grüße').toString('latin1')), 'Grüße')
  t.is(decodeHeaderText('Gr\u00fc\u00dfe \u0080'), 'Grüße €')
})

test('UTF-8 sent as US-ASCII is still UTF-8, also when it was cut inside a character', (t) => {
  const bytes = Buffer.from('naïve €')
  t.is(decodeCharset(bytes, 'us-ascii'), 'naïve €')
  t.is(decodeCharset(bytes.subarray(0, -1), undefined), 'naïve \ufffd')
})

test('parameters are put together from their pieces and charsets', (t) => {
  const value = (entries: Record<string, string>) =>
    parameterOf(new Map(Object.entries(entries)), 'FILENAME')
  t.is(value({ FILENAME: 'a.txt' }), 'a.txt')
  t.is(value({ FILENAME: '=?utf-8?Q?=C3=A9.txt?=' }), 'é.txt')
  t.is(value({ 'FILENAME*': "utf-8'en'%E2%82%AC.txt" }), '€.txt')
  t.is(value({ 'FILENAME*0': 'long', 'FILENAME*1': 'name.txt' }), 'longname.txt')
  t.is(
    value({ 'FILENAME*0*': "utf-8''%E2%82", 'FILENAME*1*': '%AC 100', 'FILENAME*2': '%.txt' }),
    '€ 100%.txt',
  )
  t.is(value({}), undefined)
})

for (const encoding of ['base64', 'quoted-printable', '8bit'] as const) {
  test(`${encoding} decodes the same however it is cut`, (t) => {
    const content = Buffer.from('Grüße = 100 % \t \r\nzwei  \r\n=drei\r\n'.repeat(9))
    const encoded = Buffer.from(encode(content, encoding), 'latin1')
    const whole = decodeTransfer(encoded, encoding)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const decoder = createTransferDecoder(encoding)
        const pieces: Buffer[] = []
        let from = 0
        for (let turn = 0; from < encoded.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1
          pieces.push(decoder.push(encoded.subarray(from, from + size)))
          from += size
        }
        return whole.equals(Buffer.concat([...pieces, decoder.end()]))
      }),
      { numRuns: 60 },
    )
    t.pass()
    if (encoding === 'base64') t.true(whole.equals(content))
  })
}

function encode(content: Buffer, encoding: 'base64' | 'quoted-printable' | '8bit'): string {
  if (encoding === '8bit') return content.toString('latin1')
  if (encoding === 'base64') return content.toString('base64').replace(/(.{70})/g, '$1\r\n')
  return content
    .toString('latin1')
    .replace(/[=\x80-\xff]/g, (character) => {
      return `=${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    })
    .replace(/(zwei)/g, '$1=  \r\n')
}

const TEXT = '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" 10 1)'
const EMPTY = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 0 0)'
const HTML = '("TEXT" "HTML" NIL NIL NIL "7BIT" 10 1)'
const IMAGE = '("IMAGE" "PNG" ("NAME" "a.png") "<logo@x>" NIL "BASE64" 100 NIL ("INLINE" NIL))'
/** An image of a program that does not know its type. */
const BYTES =
  '("APPLICATION" "OCTET-STREAM" ("NAME" "a.png") "<logo@x>" NIL "BASE64" 100 NIL ("INLINE" NIL))'
const FILE =
  '("APPLICATION" "PDF" NIL NIL NIL "BASE64" 100 NIL ("ATTACHMENT" ("FILENAME" "a.pdf")))'

const structures: readonly {
  readonly name: string
  readonly text: string
  readonly texts?: readonly string[]
  readonly html?: string
  readonly below?: readonly string[]
  readonly attachments?: readonly string[]
  readonly inline?: readonly string[]
}[] = [
  { name: 'a plain text', text: TEXT, texts: ['1'] },
  { name: 'an HTML message', text: HTML, html: '1' },
  {
    name: 'an alternative',
    text: `(${TEXT}${HTML} "ALTERNATIVE")`,
    texts: ['1'],
    html: '2',
  },
  {
    name: 'an alternative with an empty form behind the others',
    text: `(${TEXT}${HTML}${EMPTY} "ALTERNATIVE")`,
    texts: ['1'],
    html: '2',
  },
  {
    name: 'an alternative with images and a file',
    text: `((${TEXT}(${HTML}${IMAGE} "RELATED") "ALTERNATIVE")${FILE} "MIXED")`,
    texts: ['1.1'],
    html: '1.2.1',
    inline: ['1.2.2'],
    attachments: ['2'],
  },
  {
    name: 'an HTML message with an image that is said to be bytes',
    text: `(${HTML}${BYTES} "RELATED")`,
    html: '1',
    inline: ['2'],
  },
  {
    name: 'a plain text with the footer of a mailing list',
    text: `(${TEXT}${TEXT} "MIXED")`,
    texts: ['1', '2'],
  },
  {
    name: 'an HTML message with the footer of a mailing list',
    text: `((${TEXT}${HTML} "ALTERNATIVE")${TEXT} "MIXED")`,
    texts: ['1.1'],
    html: '1.2',
    below: ['2'],
  },
  {
    name: 'an HTML letter around a file',
    text: `(${TEXT}(${HTML}${FILE}${HTML} "MIXED") "ALTERNATIVE")`,
    texts: ['1'],
    html: '2.1',
    below: ['2.3'],
    attachments: ['2.2'],
  },
  {
    name: 'two letters with two forms each and a file between them',
    text: `((${TEXT}${HTML} "ALTERNATIVE")${FILE}(${TEXT}${HTML} "ALTERNATIVE") "MIXED")`,
    texts: ['1.1'],
    html: '1.2',
    below: ['3.2'],
    attachments: ['2'],
  },
  {
    name: 'a signed message',
    text: `(${TEXT}("APPLICATION" "PGP-SIGNATURE" NIL NIL NIL "7BIT" 5) "SIGNED")`,
    texts: ['1'],
    attachments: ['2'],
  },
  {
    name: 'a text and a patch that is to be shown',
    text: `(${TEXT}("TEXT" "X-PATCH" ("NAME" "a.diff") NIL NIL "7BIT" 10 1 NIL ("INLINE" ("FILENAME" "a.diff"))) "MIXED")`,
    texts: ['1', '2'],
    attachments: ['2'],
  },
  {
    name: 'a file of a Macintosh in its two forks',
    text: `(${TEXT}(("APPLICATION" "APPLEFILE" NIL NIL NIL "BASE64" 10)${FILE} "APPLEDOUBLE") "MIXED")`,
    texts: ['1'],
    attachments: ['2.2'],
  },
  {
    name: 'a message that is nothing but a file',
    text: FILE,
    attachments: ['1'],
  },
  { name: 'nothing', text: '()', attachments: ['1'] },
  { name: 'a multipart without parts', text: '("x" "MIXED")', attachments: ['1'] },
]

for (const { name, text, ...expected } of structures) {
  test(`bodies and attachments are distinguished in ${name}`, (t) => {
    const parts = arrangeMessage(parseBodyStructure(readValues(text)[0]))
    const ids = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id)

    t.deepEqual(ids(parts.texts), expected.texts ?? [])
    t.is(parts.html?.id, expected.html)
    t.deepEqual(ids(parts.continuation), expected.below ?? [])
    t.deepEqual(ids(parts.attachments), expected.attachments ?? [])
    t.deepEqual(ids(parts.inlineParts), expected.inline ?? [])
  })
}

test('a structure nested without end is read to a bounded depth', (t) => {
  const text = `${'('.repeat(3_000)}${TEXT}${' "MIXED")'.repeat(3_000)}`
  const parts = arrangeMessage(parseBodyStructure(readValues(text)[0]))
  t.deepEqual(parts.texts, [])
})

test('parts beyond those that are read are counted, and a multipart without any is no part', (t) => {
  const multipart = (parts: string) => `(${parts} "MIXED")`
  const text = multipart(
    TEXT.repeat(1_996) +
      multipart(TEXT) +
      multipart(multipart(TEXT.repeat(3))) +
      multipart(TEXT.repeat(2) + multipart(TEXT)) +
      TEXT,
  )

  const structure = parseBodyStructure(readValues(text)[0])

  t.is(leavesOf(structure).length, 1_997)
  t.is(structure.partsLeftOut, 7)
  t.deepEqual(new Set(leavesOf(structure).map(({ type }) => type)), new Set(['text/plain']))
})

test('a megabyte of blanks is decoded like anything else', (t) => {
  const blanks = ' '.repeat(1_000_000)
  t.is(decodeHeaderText(`a${blanks}b`), 'a b')
  t.is(decodeTransfer(Buffer.from(`a${blanks}b`), 'quoted-printable').length, 1_000_002)
  t.is(decodeTransfer(Buffer.from(`a${blanks}\r\nb`), 'quoted-printable').toString(), 'a\r\nb')
})
