import { readFileSync } from 'node:fs'
import test from 'ava'
import { z } from 'zod'
import { decodeCharset } from '../../../../proxy/mail/mime/charset/decode.ts'
import { decodeHeaderText } from '../../../../proxy/mail/mime/header/encoded-word.ts'
import { decodeTransfer } from '../../../../proxy/mail/mime/transfer/transfer-decoder.ts'
import { differences } from './decoding/differences.ts'

const corpus = z
  .object({
    headers: z.array(z.object({ raw: z.string(), python: z.string() })),
    bodies: z.array(
      z.object({
        charset: z.string(),
        encoding: z.enum(['base64', 'quoted-printable', '8bit']),
        base64: z.string(),
        python: z.string(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./decoding/expected.json', import.meta.url), 'utf8')))

/** Each word of UTF-16 starts with a mark of its byte order, which Python leaves in the text. */
const withoutMarks = (text: string): string => text.replaceAll('\uFEFF', '')

test("headers read as Python's email package reads them, but for what is listed with a reason", (t) => {
  const unlike = corpus.headers
    .map(({ raw, python }) => ({ raw, python, ours: decodeHeaderText(raw) }))
    .filter(({ python, ours }) => ours !== withoutMarks(python))

  const expected = unlike.filter(({ raw }) => differences.has(raw))
  t.deepEqual(
    unlike.filter(({ raw }) => !differences.has(raw)),
    [],
  )
  t.deepEqual(
    expected.map(({ raw, ours }) => [raw, ours]),
    [...differences].map(([raw, { ours }]) => [raw, ours]),
  )
})

for (const { charset, encoding, base64, python } of corpus.bodies) {
  test(`a body in ${charset}, ${encoding}, reads as Python's email package reads it`, (t) => {
    const bytes = decodeTransfer(Buffer.from(base64, 'base64'), encoding)

    const text = decodeCharset(bytes, charset)

    t.is(withLineFeeds(text), withLineFeeds(python))
  })
}

/** Python ends every text with a line feed, and has no CR. */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n*$/, '')
}
