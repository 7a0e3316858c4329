import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import { createTrustedProxies, type TrustedProxies } from '../../../plugin/gate/trusted-headers.ts'
import { temporaryDirectory, type Teardown } from '../../support/process/temporary-directory.ts'
import { listen } from '../../proxy/upstream/recorder.ts'

test('without a trusted proxy the address is that of the socket', async (t) => {
  const seen = await clientSeen(t, createTrustedProxies([]), { 'x-forwarded-for': '198.51.100.7' })

  t.is(seen.ip, '127.0.0.1')
})

test('a trusted proxy is believed for the hop it saw', async (t) => {
  const proxies = createTrustedProxies(['127.0.0.0/8'])

  const seen = await clientSeen(t, proxies, { 'x-forwarded-for': '198.51.100.7' })

  t.is(seen.ip, '198.51.100.7')
})

test('an address the client itself put in front is not believed', async (t) => {
  const proxies = createTrustedProxies(['127.0.0.1'])

  const seen = await clientSeen(t, proxies, { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })

  t.is(seen.ip, '198.51.100.7')
})

test('a chain of trusted proxies leads to the client', async (t) => {
  const proxies = createTrustedProxies(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'])

  const seen = await clientSeen(t, proxies, {
    'x-forwarded-for': '203.0.113.9, 198.51.100.7, 2001:db8::1, 10.1.2.3',
  })

  t.is(seen.ip, '198.51.100.7')
})

test('garbage ends the chain', async (t) => {
  const proxies = createTrustedProxies(['127.0.0.1', '10.0.0.0/8'])

  const seen = await clientSeen(t, proxies, { 'x-forwarded-for': '198.51.100.7, evil, 10.1.2.3' })

  t.is(seen.ip, '10.1.2.3')
})

test('an IPv4 address mapped into IPv6 is the IPv4 address', async (t) => {
  const proxies = createTrustedProxies(['127.0.0.1'])

  const seen = await clientSeen(t, proxies, { 'x-forwarded-for': '::ffff:198.51.100.7' })

  t.is(seen.ip, '198.51.100.7')
})

test('the scheme is told by a trusted proxy only', async (t) => {
  const headers = { 'x-forwarded-proto': 'https' }

  t.is((await clientSeen(t, createTrustedProxies([]), headers)).scheme, 'http')
  t.is((await clientSeen(t, createTrustedProxies(['127.0.0.1']), headers)).scheme, 'https')
})

test('peers of a Unix socket are local and trusted', async (t) => {
  const proxies = createTrustedProxies([])
  const socketPath = join(await temporaryDirectory(t), 'gate.sock')
  const seen: string[] = []
  const server = createServer((req, res) => {
    seen.push(proxies.clientIp(req))
    res.end()
  })
  server.listen(socketPath)
  await once(server, 'listening')
  t.teardown(() => server.close())

  await send({ socketPath })
  await send({ socketPath, headers: { 'x-forwarded-for': '198.51.100.7' } })

  t.deepEqual(seen, ['127.0.0.1', '198.51.100.7'])
})

test('a malformed range is an error at construction', (t) => {
  t.throws(() => createTrustedProxies(['10.0.0.0/99']))
  t.throws(() => createTrustedProxies(['localhost']))
})

async function clientSeen(
  t: Teardown,
  proxies: TrustedProxies,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly ip: string; readonly scheme: string }> {
  const seen: { ip: string; scheme: string }[] = []
  const server = createServer((req, res) => {
    seen.push({ ip: proxies.clientIp(req), scheme: proxies.scheme(req) })
    res.end()
  })
  const { port } = new URL(await listen(t, server))
  await send({ host: '127.0.0.1', port, headers })
  const [first] = seen
  if (first === undefined) throw new Error('no request arrived')
  return first
}

async function send(options: RequestOptions): Promise<void> {
  const sent = request(options)
  sent.end()
  const response = new Promise<IncomingMessage>((resolve) => sent.once('response', resolve))
  ;(await response).resume()
}
