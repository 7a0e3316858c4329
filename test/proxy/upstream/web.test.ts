import { once } from 'node:events'
import { createServer } from 'node:http'
import { createConnection } from 'node:net'
import test from 'ava'
import fc from 'fast-check'
import { request } from 'undici'
import { rawRequest } from './raw-request.ts'
import { listen, startRecorder } from './recorder.ts'
import { startProxyServer } from './upstream-server.ts'

test('the target of a request arrives byte for byte', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const targets = [
    "/a'b(c)*!~/{x}|^`/%C3%A4%20?q=%2F//..;a&b=c?d=http://x//y",
    '/?',
    '/a?',
    '/%7e/;p=1/@:$,=+',
  ]

  for (const target of targets) {
    await rawRequest(
      proxyServer.url,
      `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
    )
  }

  t.deepEqual(
    backend.requests.map(({ url }) => url),
    targets,
  )
})

test('any target is passed on unchanged or not at all', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const target = fc
    .stringMatching(/^[!"$-~]{0,30}$/)
    .filter((text) => !text.includes('#'))
    .map((text) => `/${text}`)

  await fc.assert(
    fc.asyncProperty(target, async (sent) => {
      const before = backend.requests.length
      await rawRequest(
        proxyServer.url,
        `GET ${sent} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      const arrived = backend.requests.slice(before).map(({ url }) => url)
      return arrived.length === 0 || (arrived.length === 1 && arrived[0] === sent)
    }),
    { numRuns: 200 },
  )
  t.true(backend.requests.length > 100)
})

test('a target that http-proxy would repair is not passed on', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const doubled = await request(`${proxyServer.url}/a//b`)
  const scheme = await request(`${proxyServer.url}/x/http:/y`)

  t.is(await doubled.body.text(), 'not_forwardable')
  t.is(await scheme.body.text(), 'not_forwardable')
  t.deepEqual(backend.requests, [])
})

test('a redirect is passed on and not followed', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.writeHead(307, { location: '/cpsess0000000001/' }).end()
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const response = await request(`${proxyServer.url}/a`)
  await response.body.dump()

  t.is(response.statusCode, 307)
  t.is(response.headers['location'], '/cpsess0000000001/')
  t.is(backend.requests.length, 1)
})

test('a large body passes in both directions', async (t) => {
  const backend = createServer((req, res) => void req.pipe(res))
  const target = await listen(t, backend)
  const proxyServer = await startProxyServer(t, { target })
  const body = Buffer.alloc(3_000_000, 'abc')

  const response = await request(proxyServer.url, { method: 'POST', body })

  t.true(Buffer.from(await response.body.arrayBuffer()).equals(body))
})

test('a client that reads slowly holds the upstream back', async (t) => {
  const chunk = Buffer.alloc(64 * 1024)
  let written = 0
  const backend = createServer((_req, res) => {
    const write = () => {
      while (!res.destroyed && res.write(chunk)) written += chunk.length
      written += chunk.length
      if (written < 256 * 1024 * 1024) res.once('drain', write)
    }
    write()
  })
  const target = await listen(t, backend)
  const proxyServer = await startProxyServer(t, { target })
  const client = createConnection(Number(new URL(proxyServer.url).port), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(client, 'readable')

  const settled = await stillness(() => written)

  t.true(settled < 64 * 1024 * 1024, `${settled} bytes were written`)
  client.destroy()
})

test('each request has an upstream connection of its own', async (t) => {
  const backend = await startRecorder(t)
  const ports = new Set<number | undefined>()
  backend.server.on('request', (req) => ports.add(req.socket.remotePort))
  const proxyServer = await startProxyServer(t, { target: backend.url })

  await request(proxyServer.url).then(({ body }) => body.dump())
  await request(proxyServer.url).then(({ body }) => body.dump())

  t.is(ports.size, 2)
})

/** The value once it no longer changes: what the buffers between two ends can hold. */
async function stillness(read: () => number): Promise<number> {
  for (;;) {
    const before = read()
    await new Promise((resolve) => setTimeout(resolve, 200))
    if (read() === before && before > 0) return before
  }
}
