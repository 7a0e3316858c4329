import { once } from 'node:events'
import { createConnection } from 'node:net'
import test from 'ava'
import { rawRequest, statusesOf } from './raw-request.ts'
import { startRecorder } from './recorder.ts'
import { startProxyServer } from './upstream-server.ts'

const handshake = (lines: readonly string[], method = 'GET') =>
  [
    `${method} /socket HTTP/1.1`,
    'Host: panel.test:2083',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...lines,
    '\r\n',
  ].join('\r\n')

const OWN = ['Upgrade: websocket', 'Origin: https://panel.test:2083']

test('a handshake of the same origin becomes a tunnel in both directions', async (t) => {
  const backend = await startRecorder(t)
  backend.server.on('upgrade', (_req, socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
    socket.pipe(socket)
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const client = createConnection(Number(new URL(proxyServer.url).port), '127.0.0.1')
  t.teardown(() => client.destroy())
  client.setEncoding('latin1')
  client.write(handshake(OWN))
  const head = String(await once(client, 'data'))

  client.write('echo')
  const echo = String(await once(client, 'data'))

  t.regex(head, /^HTTP\/1.1 101/)
  t.is(echo, 'echo')
})

test('a handshake that says it has no body becomes a tunnel', async (t) => {
  const backend = await startRecorder(t)
  backend.server.on('upgrade', (_req, socket) => {
    socket.end(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const response = await rawRequest(proxyServer.url, handshake([...OWN, 'Content-Length: 0']))

  t.deepEqual(statusesOf(response), [101])
})

const refusals: readonly (readonly [string, readonly string[], number])[] = [
  ['of another origin', ['Upgrade: websocket', 'Origin: https://evil.test'], 403],
  ['of another port', ['Upgrade: websocket', 'Origin: https://panel.test'], 403],
  ['of an opaque origin', ['Upgrade: websocket', 'Origin: null'], 403],
  ['without an origin', ['Upgrade: websocket'], 403],
  ['with a body', [...OWN, 'Content-Length: 5'], 400],
  ['with a body in chunks', [...OWN, 'Transfer-Encoding: chunked'], 400],
  ['to something that is no WebSocket', ['Upgrade: h2c', 'Origin: https://panel.test:2083'], 400],
]

for (const [fact, lines, status] of refusals) {
  test(`a handshake ${fact} is refused and reaches no backend`, async (t) => {
    const backend = await startRecorder(t)
    const reached: string[] = []
    backend.server.on('upgrade', (req, socket) => {
      reached.push(req.url ?? '')
      socket.destroy()
    })
    const proxyServer = await startProxyServer(t, { target: backend.url })

    const response = await rawRequest(proxyServer.url, handshake(lines))

    t.deepEqual(statusesOf(response), [status])
    t.deepEqual(reached, [])
    t.deepEqual(backend.requests, [])
  })
}

test('a response other than 101 leaves no tunnel', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.statusCode = 404
    res.write('no such ')
    res.end('socket')
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const response = await rawRequest(
    proxyServer.url,
    `${handshake(OWN)}GET /SMUGGLED HTTP/1.1\r\nHost: a\r\n\r\n`,
  )

  t.deepEqual(statusesOf(response), [404])
  t.regex(response, /\r\n\r\nno such socket$/)
  t.deepEqual(
    backend.requests.map(({ url }) => url),
    ['/socket'],
  )
})

test('an upstream that is missing closes the socket', async (t) => {
  const proxyServer = await startProxyServer(t, { target: 'http://127.0.0.1:9' })

  const response = await rawRequest(proxyServer.url, handshake(OWN))

  t.is(response, '')
  t.deepEqual(proxyServer.warnings, ['a WebSocket upstream failed'])
})
