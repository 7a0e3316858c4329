import { createServer } from 'node:http'
import test from 'ava'
import { request } from 'undici'
import { createUpstream } from '../../../proxy/upstream/upstream.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { listen, startRecorder } from './recorder.ts'
import { startProxyServer } from './upstream-server.ts'

test('several Set-Cookie headers stay several', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT'])
    res.end()
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const { headers } = await request(proxyServer.url)

  t.deepEqual(headers['set-cookie'], ['a=1; Path=/', 'b=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT'])
})

test('headers set for our own pages do not reach the response of an upstream', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, {
    target: backend.url,
    forwarding: { responseHeaders: { 'x-content-type-options': 'nosniff' } },
    before: (_req, res) => res.setHeader('Content-Security-Policy', "default-src 'self'"),
  })

  const { headers } = await request(proxyServer.url)

  t.is(headers['content-security-policy'], undefined)
  t.is(headers['x-content-type-options'], 'nosniff')
})

test('hop-by-hop headers of the response stay behind', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.writeHead(200, {
      connection: 'close, x-hop',
      'x-hop': '1',
      'keep-alive': 'timeout=9',
      'x-end': '2',
    })
    res.end('x')
  })
  const proxyServer = await startProxyServer(t, { target: backend.url })

  const { headers } = await request(proxyServer.url)

  t.is(headers['x-hop'], undefined)
  t.not(headers['keep-alive'], 'timeout=9')
  t.is(headers['x-end'], '2')
})

test('named cookies are taken out and all others stay as they are', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, {
    target: backend.url,
    forwarding: { stripCookies: ['cpsession', 'webmailsession'] },
  })
  const cookie = 'a="x=1; y"; cpsession=%3aabc,def; b=2==; webmailsession = z; cpsession2=3'

  await request(proxyServer.url, { headers: { cookie } }).then(({ body }) => body.dump())

  t.is(backend.requests[0]?.headers.cookie, 'a="x=1; y"; b=2==; cpsession2=3')
})

test('headers by which an upstream would read another method or another proxy stay behind', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const names = ['Proxy', 'X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override']

  const headers = Object.fromEntries(names.map((name) => [name, 'DELETE']))
  await request(proxyServer.url, { headers }).then(({ body }) => body.dump())

  const seen = Object.keys(backend.requests[0]?.headers ?? {})
  t.deepEqual(
    seen.filter((name) => /proxy|method/.test(name)),
    [],
  )
})

test('an upstream sets none of the named cookies', async (t) => {
  const backend = await startRecorder(t, (_req, res) => {
    res.setHeader('Set-Cookie', ['cpsession=evil; Path=/', 'b=2; Path=/', ' cpsession =evil'])
    res.end()
  })
  const forwarding = { stripCookies: ['cpsession'] }
  const proxyServer = await startProxyServer(t, { target: backend.url, forwarding })

  const { headers } = await request(proxyServer.url)

  t.deepEqual([headers['set-cookie']].flat(), ['b=2; Path=/'])
})

test('the panel gets its cookies unchanged', async (t) => {
  const backend = await startRecorder(t)
  const proxyServer = await startProxyServer(t, { target: backend.url })
  const cookie = 'cpsession=%3aabc%2cdef;  timezone=Europe/Berlin'

  await request(proxyServer.url, { headers: { cookie } }).then(({ body }) => body.dump())

  t.is(backend.requests[0]?.headers.cookie, cookie)
})

test('Authorization reaches the panel and no other upstream', async (t) => {
  const backend = await startRecorder(t)
  const webmail = await startProxyServer(t, { target: backend.url })
  const panel = await startProxyServer(t, { target: backend.url, passesAuthorization: true })
  const headers = { authorization: 'Basic eDp5' }

  await request(webmail.url, { headers }).then(({ body }) => body.dump())
  await request(panel.url, { headers }).then(({ body }) => body.dump())

  t.deepEqual(
    backend.requests.map((seen) => seen.headers.authorization),
    [undefined, 'Basic eDp5'],
  )
})

test('the request keeps its own headers for anyone who reads it later', async (t) => {
  const backend = await startRecorder(t)
  const upstream = createUpstream({
    target: backend.url,
    timeoutMs: WAIT_LIMIT_MS,
    maxSockets: 1,
    trustedHeaders: [],
    log: { warn: () => undefined },
  })
  t.teardown(() => upstream.close())
  const seen: (string | undefined)[] = []
  const server = createServer((req, res) => {
    void upstream.web(req, res, { stripCookies: ['a'] }).then(() => seen.push(req.headers.cookie))
    seen.push(req.headers.cookie)
  })
  const url = await listen(t, server)

  await request(url, { headers: { cookie: 'a=1' } }).then(({ body }) => body.dump())
  await upstreamIdle()

  t.deepEqual(seen, ['a=1', 'a=1'])
  t.is(backend.requests[0]?.headers.cookie, undefined)
})

function upstreamIdle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
