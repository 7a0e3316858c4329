import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import test from 'ava'
import { createRecoding } from '../../../plugin/http/recoding.ts'

const settings = { enabled: true, fromBytes: 100, atOnce: 1 }
const script = { 'content-type': 'application/javascript', 'content-length': '5000' }
const OWN = { 'sec-fetch-site': 'same-origin' }

function recoded(
  headers: Readonly<Record<string, string>>,
  { status = 200, asked = {}, method = 'GET' } = {},
) {
  const req = { method, headers: { 'accept-encoding': 'gzip, br', ...asked } }
  return createRecoding(settings)(req)({ status, headers })
}

test('a script of an upstream is compressed while it passes, under a weak validator', async (t) => {
  const recoding = recoded({ ...script, etag: '"1"', vary: 'Cookie' })

  const text = 'let a = 1\n'.repeat(500)
  recoding?.stream.end(text)
  const bytes = await buffer(recoding?.stream ?? Readable.from([]))

  t.is(brotliDecompressSync(bytes).toString(), text)
  t.deepEqual(recoding?.headers, {
    'content-encoding': 'br',
    vary: 'Cookie, Accept-Encoding',
    etag: 'W/"1"',
  })
})

for (const [what, headers, more] of [
  ['what is compressed already', { ...script, 'content-encoding': 'gzip' }, {}],
  ['a picture', { ...script, 'content-type': 'image/png' }, {}],
  ['a small answer', { ...script, 'content-length': '99' }, {}],
  ['what its server wants as it is', { ...script, 'cache-control': 'no-transform' }, {}],
  ['a part of a file', script, { status: 206 }],
  ['an answer without a body', script, { method: 'HEAD' }],
  ['an answer for another site', script, { asked: { 'sec-fetch-site': 'cross-site' } }],
  ['a page of which nobody tells who asked', { ...script, 'content-type': 'text/html' }, {}],
] as const) {
  test(`${what} passes as it came`, (t) => {
    t.is(recoded(headers, more), undefined)
  })
}

test('a page is compressed when its own site requested it', (t) => {
  t.not(recoded({ 'content-type': 'text/html; charset=UTF-8' }, { asked: OWN }), undefined)
})

test('no more than the limit are compressed at one time', async (t) => {
  const recodingFor = createRecoding(settings)
  const req = { method: 'GET', headers: { 'accept-encoding': 'br' } }
  const response = { status: 200, headers: script }

  const first = recodingFor(req)(response)
  t.is(recodingFor(req)(response), undefined)
  first?.stream.end('text')
  await buffer(first?.stream ?? Readable.from([]))

  t.not(recodingFor(req)(response), undefined)
})
