import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { portOf } from '../../support/http/port-of.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'

/** Nothing else may ever be upgraded. */
const WEB_SOCKET = '/cpsess0228251236/websocket'

const seen: IncomingMessage[] = []
const upgrades: IncomingMessage[] = []
let postern: Postern

/** A panel that records what reaches it. Each test requests paths of its own. */
const panel = createServer((req, res) => {
  seen.push(req)
  res.setHeader('content-security-policy', "default-src 'unsafe-inline'")
  if (req.url?.endsWith('.json') === true) sendJson(req, res)
  else res.end('the panel')
})
panel.on('upgrade', (req, socket) => {
  upgrades.push(req)
  socket.end(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  )
})

test.before(async () => {
  panel.listen(0, '127.0.0.1')
  const port = await portOf(panel)
  postern = await startPostern({ config: { panel: { upstream: `http://127.0.0.1:${port}` } } })
})
test.after.always(async () => {
  await postern.stop()
  panel.close()
})

function isFor(path: string): (req: IncomingMessage) => boolean {
  return ({ url }) => url === path
}

/** Long, and in the coding that the query names. */
function sendJson({ url = '' }: IncomingMessage, res: ServerResponse): void {
  const json = JSON.stringify('of the panel '.repeat(1_000))
  res.setHeader('content-type', 'application/json')
  if (!url.includes('/gzip/')) return void res.end(json)
  res.setHeader('content-encoding', 'gzip')
  res.end(gzipSync(json))
}

/** The first line of the response to a WebSocket handshake. */
async function handshake(url: string, path: string, origin: string): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  let response = ''
  for await (const chunk of socket) response += String(chunk)
  return response.split('\r\n')[0] ?? ''
}

test('a path of the panel reaches the panel with its cookies and without ours', async (t) => {
  const path = '/cpsess0228251236/frontend/jupiter/index.html?a=%20b'

  const response = await fetch(`${postern.url}${path}`, {
    headers: { cookie: 'cpsession=abc; postern_session=0123456789abcdef0123456789abcdef' },
  })

  t.is(await response.text(), 'the panel')
  t.is(response.headers.get('content-security-policy'), "default-src 'unsafe-inline'")
  t.is(seen.find(isFor(path))?.headers.cookie, 'cpsession=abc')
})

for (const [folder, coding] of [
  ['plain', null],
  ['gzip', 'gzip'],
] as const) {
  test(`a response of the panel keeps the coding it came in: ${folder}`, async (t) => {
    const accepted = 'gzip, deflate, br'
    const path = `/cpsess0228251236/${folder}/quota.json`

    const response = await fetch(`${postern.url}${path}`, {
      headers: { 'accept-encoding': accepted },
    })

    t.is(response.headers.get('content-encoding'), coding)
    t.is(response.headers.get('vary'), null)
    t.regex(await response.text(), /^"of the panel/)
    t.is(seen.find(isFor(path))?.headers['accept-encoding'], accepted)
  })
}

test('a lookalike of the webmail path reaches nothing', async (t) => {
  const response = await fetch(`${postern.url}/cpsess123/3rdparty/roundcube/index.php`)

  t.is(response.status, 401)
  t.false(seen.some(({ url = '' }) => url.includes('roundcube')))
})

test('a WebSocket of the panel passes', async (t) => {
  const line = await handshake(postern.url, WEB_SOCKET, postern.url)

  t.is(line, 'HTTP/1.1 101 Switching Protocols')
  t.is(upgrades.filter(isFor(WEB_SOCKET)).length, 1)
})

for (const [what, path, origin] of [
  ['of another site', '/cpsess0228251236/socket-of-another-site', 'http://evil.test'],
  ['on the webmail path', '/cpsess0228251236/3rdparty/roundcube/index.php', undefined],
  ['on a lookalike of it', '/cpsess123/3rdparty/roundcube/index.php', undefined],
] as const) {
  test(`a WebSocket ${what} is refused and closed`, async (t) => {
    const line = await handshake(postern.url, path, origin ?? postern.url)

    t.is(line, 'HTTP/1.1 403 Forbidden')
    t.true(upgrades.every(isFor(WEB_SOCKET)))
  })
}

test('without a panel behind it every other path is not found', async (t) => {
  const alone = await startPostern({ t })

  t.is((await fetch(`${alone.url}/login`)).status, 404)
})
