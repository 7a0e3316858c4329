import test from 'ava'
import { rawRequest, statusesOf } from './raw-request.ts'
import { startRecorder } from './recorder.ts'
import { startProxyServer } from './upstream-server.ts'

const FILLERS = 'a: b\r\n'.repeat(999)

test('a request whose head Node has cut is not passed on', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const smuggled = 'GET /SMUGGLED HTTP/1.1\r\nHost: b\r\n\r\n'

  const response = await rawRequest(
    proxyServer.url,
    `GET /a HTTP/1.1\r\nHost: a\r\n${FILLERS}Connection: close\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  )

  t.deepEqual(statusesOf(response), [502])
  t.regex(response, /not_forwardable/)
  t.deepEqual(backend.requests, [])
})

test('a handshake whose head Node has cut is refused', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const response = await rawRequest(
    proxyServer.url,
    'GET /socket HTTP/1.1\r\nHost: panel.test\r\nOrigin: http://panel.test\r\nConnection: Upgrade\r\n' +
      `Upgrade: websocket\r\n${FILLERS}Content-Length: 5\r\n\r\n`,
  )

  t.deepEqual(statusesOf(response), [400])
  t.deepEqual(backend.requests, [])
})

test('a name that PHP would take for one of ours does not replace it', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, {
    target: backend.url,
    forwarding: { headers: { 'x-panel-user': 'us' } },
  })

  await rawRequest(
    proxyServer.url,
    'GET /a HTTP/1.1\r\nHost: a\r\nX-Panel.User: root\r\nX-Forwarded.For: 198.51.100.7\r\nConnection: close\r\n\r\n',
  )

  t.deepEqual(
    Object.keys(backend.requests[0]?.headers ?? {}).filter((name) => name.includes('.')),
    [],
  )
  t.is(backend.requests[0]?.headers['x-panel-user'], 'us')
})
