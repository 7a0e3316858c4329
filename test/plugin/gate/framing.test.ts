import { createServer } from 'node:http'
import test from 'ava'
import { startPostern } from '../../support/postern/postern.ts'
import { fileTeardown } from '../../support/process/file-teardown.ts'
import { rawRequest, statusesOf } from '../../proxy/upstream/raw-request.ts'
import { listen } from '../../proxy/upstream/recorder.ts'

const CHUNKS = '1a\r\nGET /SMUGGLED HTTP/1.1\r\n\r\n\r\n0\r\n\r\n'
const SECOND = 'GET /second HTTP/1.1\r\nHost: a\r\n\r\n'

const rows: readonly (readonly [string, string, number])[] = [
  [
    'chunks over HTTP/1.0',
    `POST /a HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
    400,
  ],
  [
    'chunks that GET does not take',
    `GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${CHUNKS}`,
    400,
  ],
  ['no Host', 'GET /a HTTP/1.1\r\n\r\n', 400],
  ['no Host over HTTP/1.0', 'GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', 400],
  ['two Hosts', 'GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  [
    'a length behind too many header fields',
    `GET /a HTTP/1.1\r\nHost: a\r\n${'a: b\r\n'.repeat(999)}Content-Length: 5\r\n\r\nhello`,
    431,
  ],
]

// One for all: no test lets anything reach the panel behind it.
const shared = fileTeardown(test)
const reached: string[] = []
let gateway = ''
test.before(async () => {
  const server = createServer((req, res) => {
    reached.push(req.url ?? '')
    res.end()
  })
  server.on('upgrade', (req, socket) => {
    reached.push(req.url ?? '')
    socket.destroy()
  })
  const upstream = await listen(shared, server)
  gateway = (await startPostern({ t: shared, config: { panel: { upstream } } })).url
})

for (const [fact, bytes, status] of rows) {
  test(`a request with ${fact} ends its connection, and what follows is not looked at`, async (t) => {
    const response = await rawRequest(gateway, bytes + SECOND)

    t.deepEqual(statusesOf(response), [status])
    t.regex(response, /^Connection: close\r$/m)
    t.deepEqual(reached, [])
  })
}

for (const [fact, line, body] of [
  ['a length', 'Content-Length: 5', 'hello'],
  ['chunks', 'Transfer-Encoding: chunked', CHUNKS],
  ['too many header fields', `${'a: b\r\n'.repeat(999)}Content-Length: 5`, 'hello'],
] as const) {
  test(`a handshake with ${fact} reaches no panel`, async (t) => {
    const response = await rawRequest(
      gateway,
      'GET /socket HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `${line}\r\n\r\n${body}`,
    )

    t.is(statusesOf(response).length, 1)
    t.true((statusesOf(response)[0] ?? 0) >= 400)
    t.deepEqual(reached, [])
  })
}
