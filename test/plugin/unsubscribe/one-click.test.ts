import type { ServerResponse } from 'node:http'
import test, { type ExecutionContext } from 'ava'
import { createOneClick, ONE_CLICK_LIMITS } from '../../../plugin/unsubscribe/one-click.ts'
import { startListServer } from '../../support/http/list-server.ts'

async function openList(t: ExecutionContext, respond: (response: ServerResponse) => void) {
  const server = await startListServer(t, respond)
  const { port, certificate: localCertificate } = server
  const post = createOneClick({ ...ONE_CLICK_LIMITS, timeoutMs: 30_000, port, localCertificate })
  return { server, post, url: `https://localhost:${port}/leave?who=1`, port }
}

const { signal } = new AbortController()

test('one POST says what RFC 8058 wants, and nothing of the user', async (t) => {
  const { server, post, url } = await openList(t, (response) => response.end('Bye'))

  t.true(await post(url, 'ann', signal))

  t.is(server.requests.length, 1)
  t.like(server.requests[0], {
    method: 'POST',
    url: '/leave?who=1',
    body: 'List-Unsubscribe=One-Click',
  })
  const { headers = {} } = server.requests[0] ?? {}
  t.is(headers['content-type'], 'application/x-www-form-urlencoded')
  t.deepEqual(
    ['cookie', 'authorization', 'referer', 'user-agent'].filter((name) => name in headers),
    [],
  )
})

test('a redirect is not followed, and counts as a refusal', async (t) => {
  const { server, post, url } = await openList(t, (response) =>
    response.writeHead(307, { location: '/elsewhere' }).end(),
  )

  t.false(await post(url, 'ann', signal))

  t.deepEqual(
    server.requests.map((request) => request.url),
    ['/leave?who=1'],
  )
})

for (const [what, respond] of [
  ['an error', (response: ServerResponse) => response.writeHead(404).end()],
  ['a connection that is cut', (response: ServerResponse) => response.destroy()],
] as const) {
  test(`${what} is no success`, async (t) => {
    const { post, url } = await openList(t, respond)

    t.false(await post(url, 'ann', signal))
  })
}

test('a response without end is not read on: its status tells', async (t) => {
  const { post, url } = await openList(t, flood)

  t.true(await post(url, 'ann', signal))
})

function flood(response: ServerResponse): void {
  const piece = 'x'.repeat(16_384)
  const write = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', write)
  write()
}

test('a name of this machine is not connected to, whatever listens there', async (t) => {
  const { server, port } = await openList(t, (response) => response.end())
  const post = createOneClick({ ...ONE_CLICK_LIMITS, port })

  t.false(await post(`https://localhost:${port}/`, 'ann', signal))

  t.is(server.connections(), 0)
})

for (const [what, address] of [
  ['an address in place of a name', 'https://127.0.0.1:PORT/'],
  ['an address written as a number', 'https://2130706433:PORT/'],
  ['an address of IPv6', 'https://[::1]:PORT/'],
  ['another port', 'https://localhost/'],
  ['plain HTTP', 'http://localhost:PORT/'],
] as const) {
  test(`${what} is not connected to`, async (t) => {
    const { server, post, port } = await openList(t, (response) => response.end())

    t.false(await post(address.replace('PORT', String(port)), 'ann', signal))

    t.is(server.connections(), 0)
  })
}

test('one user waits for two servers at a time, and keeps nobody else from theirs', async (t) => {
  const held: ServerResponse[] = []
  const { server, post, url } = await openList(t, (response) => {
    if (held.length < 2) held.push(response)
    else response.end()
  })
  const waiting = [post(url, 'ann', signal), post(url, 'ann', signal)]

  t.false(await post(url, 'ann', signal))
  while (held.length < 2) await new Promise((resolve) => setImmediate(resolve))
  t.true(await post(url, 'bob', signal))

  for (const response of held) response.end()
  t.deepEqual(await Promise.all(waiting), [true, true])
  t.is(server.requests.length, 3)
})

test('a server that does not respond is given up', async (t) => {
  const server = await startListServer(t, () => undefined)
  const { port, certificate: localCertificate } = server
  const post = createOneClick({ timeoutMs: 300, port, localCertificate })

  t.false(await post(`https://localhost:${port}/`, 'ann', signal))
})
