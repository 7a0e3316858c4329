import test from 'ava'
import { rawRequest, statusesOf } from '../../proxy/upstream/raw-request.ts'
import { startRecorder } from '../../proxy/upstream/recorder.ts'
import { startGate } from './gate-server.ts'

const SMUGGLED = 'GET /SMUGGLED HTTP/1.1\r\nHost: b\r\n\r\n'
const CHUNKED = `${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`

/** Lines of a head, joined and ended. */
const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`

function fillers(count: number): readonly string[] {
  return Array.from({ length: count }, () => 'a: b')
}

// Each row: what it is, and the bytes (RFC 9112 6.3 and 11.2; plugin/docs/threats.md).
const refused: readonly (readonly [string, string])[] = [
  [
    'DELETE with chunks',
    head('DELETE /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + CHUNKED,
  ],
  [
    'OPTIONS with chunks',
    head('OPTIONS /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + CHUNKED,
  ],
  ['GET with chunks', head('GET /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + CHUNKED],
  ['HEAD with chunks', head('HEAD /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') + CHUNKED],
  [
    'chunks over HTTP/1.0',
    head('POST /a HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked') + CHUNKED,
  ],
  [
    'length and chunks',
    head('POST /a HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked') +
      CHUNKED,
  ],
  [
    'chunks and length',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', 'Content-Length: 5') +
      CHUNKED,
  ],
  [
    'two different lengths',
    head('POST /a HTTP/1.1', 'Host: a', 'Content-Length: 0', 'Content-Length: 35') + SMUGGLED,
  ],
  [
    'two equal lengths',
    head('POST /a HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Content-Length: 5') + 'hello',
  ],
  ['a list of lengths', head('POST /a HTTP/1.1', 'Host: a', 'Content-Length: 5, 5') + 'hello'],
  ['a signed length', head('POST /a HTTP/1.1', 'Host: a', 'Content-Length: +5') + 'hello'],
  [
    'an unknown coding',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: xchunked') + CHUNKED,
  ],
  [
    'a coding after chunked',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked, identity') + CHUNKED,
  ],
  [
    'a coding before chunked',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: gzip, chunked') + CHUNKED,
  ],
  [
    'two codings',
    head(
      'POST /a HTTP/1.1',
      'Host: a',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked',
    ) + CHUNKED,
  ],
  [
    'a blank before the colon',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding : chunked') + CHUNKED,
  ],
  [
    'a folded coding',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding:', ' chunked') + CHUNKED,
  ],
  ['bare line feeds', 'GET /a HTTP/1.1\nHost: a\nX: y\n\n'],
  ['a bare carriage return', head('GET /a HTTP/1.1', 'Host: a\rX: y')],
  ['NUL in a header', head('GET /a HTTP/1.1', 'Host: a', 'X: a\0b')],
  [
    'a chunk size that overflows',
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked') +
      'fffffffffffffffff\r\nx\r\n0\r\n\r\n',
  ],
  ['no Host', head('GET /a HTTP/1.1', 'X: y')],
  ['two Hosts', head('GET /a HTTP/1.1', 'Host: a', 'Host: b')],
  ['a Host with user-info', head('GET /a HTTP/1.1', 'Host: a:@evil.test')],
  ['an absolute target', head('GET http://evil.test/a HTTP/1.1', 'Host: a')],
  ['a dot segment', head('GET /a/../SMUGGLED HTTP/1.1', 'Host: a')],
  ['an encoded dot segment', head('GET /a/%2e%2e%2fSMUGGLED HTTP/1.1', 'Host: a')],
  [
    'Connection taking the length',
    head(
      'POST /a HTTP/1.1',
      'Host: a',
      'Connection: close, content-length',
      `Content-Length: ${SMUGGLED.length}`,
    ) + SMUGGLED,
  ],
  [
    'Connection taking the cookie',
    head('GET /a HTTP/1.1', 'Host: a', 'Connection: cookie', 'Cookie: a=b'),
  ],
  ['TRACE', head('TRACE /a HTTP/1.1', 'Host: a')],
  // Node keeps the first 1,000 fields of a head, while its parser frames the body by all of them.
  ...['GET', 'HEAD', 'DELETE', 'OPTIONS', 'POST'].flatMap((method) => {
    const first = [`${method} /a HTTP/1.1`, 'Host: a', ...fillers(999)]
    const rows: readonly (readonly [string, string])[] = [
      [
        `${method} with a length behind 1,000 header fields`,
        head(...first, `Content-Length: ${SMUGGLED.length}`) + SMUGGLED,
      ],
      [
        `${method} with chunks behind 1,000 header fields`,
        head(...first, 'Transfer-Encoding: chunked') + CHUNKED,
      ],
    ]
    return rows
  }),
  ['1,000 header fields', head('GET /a HTTP/1.1', 'Host: a', ...fillers(999))],
  ['more header fields than are taken', head('GET /a HTTP/1.1', 'Host: a', ...fillers(200))],
]

for (const [name, bytes] of refused) {
  test(`${name}: refused, and nothing reaches the backend`, async (t) => {
    const panel = await startRecorder(t)
    const gate = await startGate(t, panel.url)

    const response = await rawRequest(gate.url, bytes)

    const [status = 0] = statusesOf(response)
    t.true(status >= 400 && status < 500, `answered ${status}`)
    t.deepEqual(panel.requests, [])
  })
}

test('at least 27 ambiguous forms are tried', (t) => {
  t.true(refused.length >= 27)
})

test('as many header fields as are taken reach the backend', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    head('GET /a HTTP/1.1', 'Host: a', 'Connection: close', ...fillers(198)),
  )

  t.is(panel.requests.length, 1)
})

test('CONNECT opens no tunnel and reaches no backend', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  const response = await rawRequest(
    gate.url,
    head('CONNECT evil.test:443 HTTP/1.1', 'Host: evil.test:443'),
  )

  t.is(response, '')
  t.deepEqual(panel.requests, [])
})

test('a chunked POST arrives as one request with its whole body', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    head('POST /a HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', 'Connection: close') +
      CHUNKED,
  )

  t.deepEqual(
    panel.requests.map(({ method, url, body }) => ({ method, url, body })),
    [{ method: 'POST', url: '/a', body: SMUGGLED }],
  )
})

test('DELETE with a length arrives as one request with its whole body', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    head(
      'DELETE /a HTTP/1.1',
      'Host: a',
      `Content-Length: ${SMUGGLED.length}`,
      'Connection: close',
    ) + SMUGGLED,
  )

  t.deepEqual(
    panel.requests.map(({ method, body }) => ({ method, body })),
    [{ method: 'DELETE', body: SMUGGLED }],
  )
})

test('two pipelined requests arrive as exactly two', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    head('GET /one HTTP/1.1', 'Host: a') +
      head('GET /two HTTP/1.1', 'Host: a', 'Connection: close'),
  )

  t.deepEqual(
    panel.requests.map(({ url }) => url),
    ['/one', '/two'],
  )
})
