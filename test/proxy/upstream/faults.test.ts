import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { request } from 'undici'
import { createUpstream } from '../../../proxy/upstream/upstream.ts'
import { freePort } from '../../support/process/free-port.ts'
import { rawRequest, statusesOf } from './raw-request.ts'
import { listen } from './recorder.ts'
import { startProxyServer } from './upstream-server.ts'

test('an upstream that refuses the connection is a fault, and the client connection ends', async (t) => {
  const proxyServer = await startProxyServer(t, { target: `http://127.0.0.1:${await freePort()}` })

  const response = await rawRequest(proxyServer.url, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')

  t.deepEqual(statusesOf(response), [502])
  t.regex(response, /connection: close/i)
  t.regex(response, /unreachable/)
})

/** A server that closes its first connections before it has read anything, as nginx does at a reload. */
async function startReloading(t: ExecutionContext, closes: number) {
  let connections = 0
  const methods: unknown[] = []
  const server = createServer((req, res) => {
    methods.push(req.method)
    req.resume().once('end', () => res.end('answered'))
  })
  server.on('connection', (socket) => {
    connections += 1
    if (connections <= closes) socket.destroy()
  })
  const { url } = await startProxyServer(t, { target: await listen(t, server) })
  return { url, methods, connections: () => connections }
}

test('a page whose connection an upstream closes unread is requested once more', async (t) => {
  const upstream = await startReloading(t, 1)

  const response = await request(`${upstream.url}/a`)

  t.is(response.statusCode, 200)
  t.is(await response.body.text(), 'answered')
  t.deepEqual(upstream.methods, ['GET'])
})

test('a page whose second connection is closed as well is a fault', async (t) => {
  const upstream = await startReloading(t, 9)

  const response = await request(`${upstream.url}/a`)

  t.is(await response.body.text(), 'unreachable')
  t.is(upstream.connections(), 2)
})

test('a request that may change something is not sent twice', async (t) => {
  const upstream = await startReloading(t, 1)

  const responses = [
    await request(`${upstream.url}/a`, { method: 'POST', body: 'a' }),
    await request(`${upstream.url}/a`, { method: 'POST', body: 'b' }),
  ]

  const texts = await Promise.all(responses.map(({ body }) => body.text()))
  t.deepEqual(texts, ['unreachable', 'answered'])
  t.is(upstream.connections(), 2)
})

test('a silent upstream is a fault after the time limit', async (t) => {
  const silent = createServer(() => undefined)
  const target = await listen(t, silent)
  const proxyServer = await startProxyServer(t, { target, timeoutMs: 100 })

  const response = await request(proxyServer.url)

  t.is(response.statusCode, 502)
  t.is(await response.body.text(), 'timed_out')
})

test('more requests than allowed are refused at once', async (t) => {
  const silent = createServer(() => undefined)
  const target = await listen(t, silent)
  const proxyServer = await startProxyServer(t, { target, maxSockets: 1, timeoutMs: 10_000 })
  const first = get(proxyServer.url)
  first.on('error', () => undefined)
  await once(silent, 'request')

  const second = await request(proxyServer.url)

  t.is(await second.body.text(), 'busy')
  first.destroy()
})

test('a place is free again once its client has gone', async (t) => {
  const responses = [() => undefined]
  const backend = createServer((_req, res) => {
    if (responses.pop() === undefined) res.end('second')
  })
  const target = await listen(t, backend)
  const proxyServer = await startProxyServer(t, { target, maxSockets: 1, timeoutMs: 600_000 })
  const first = get(proxyServer.url)
  first.on('error', () => undefined)
  const held = await firstResponse(backend)
  first.destroy()
  await once(held, 'close')

  const second = await request(proxyServer.url)

  t.is(await second.body.text(), 'second')
})

test('a response that breaks off breaks off at the client', async (t) => {
  const backend = createServer((_req, res) => {
    res.writeHead(200, { 'content-length': '100' })
    res.write('half', () => res.destroy())
  })
  const target = await listen(t, backend)
  const proxyServer = await startProxyServer(t, { target })

  const response = await request(proxyServer.url)

  t.is(response.statusCode, 200)
  await t.throwsAsync(response.body.text())
})

test('a target with a path is refused at construction', (t) => {
  t.throws(
    () =>
      createUpstream({
        target: 'http://127.0.0.1/x',
        timeoutMs: 1,
        maxSockets: 1,
        trustedHeaders: [],
        log: { warn: () => undefined },
      }),
    { message: /must have no path/ },
  )
})

function firstResponse(server: Server): Promise<ServerResponse> {
  return new Promise((resolve) => server.once('request', (_req, res) => resolve(res)))
}
