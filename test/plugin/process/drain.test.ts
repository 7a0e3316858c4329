import { once } from 'node:events'
import { Agent, createServer, request, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import test from 'ava'
import { drain, listen } from '../../../plugin/process/listen.ts'
import { portOf } from '../../support/http/port-of.ts'

test('a kept connection gets one more answer while the server drains', async (t) => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await send(port, agent)

  const drained = drain(server, 5_000)
  const response = await send(port, agent)

  t.is(response.status, 200)
  t.is(response.connection, 'close')
  await drained
})

test('a connection no one uses does not hold up the stop', async (t) => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await send(port, agent)

  await drain(server, 60_000)

  t.false(server.listening)
})

test('a request in flight finishes after the server stopped accepting', async (t) => {
  let finish = (): void => undefined
  const { server, port } = await startServer((_req, res) => {
    finish = () => void res.end('here')
  })
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const response = send(port, agent)
  await once(server, 'request')

  const drained = drain(server, 60_000)
  finish()

  t.like(await response, { status: 200, connection: 'close' })
  await drained
})

test('a response passed on with the headers of another server is the last one as well', async (t) => {
  const { server, port } = await startServer((_req, res) => {
    // As proxy/upstream/upstream.ts does.
    for (const name of res.getHeaderNames()) res.removeHeader(name)
    res.end('here')
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await send(port, agent)

  const drained = drain(server, 60_000)

  t.like(await send(port, agent), { status: 200, connection: 'close' })
  await drained
})

test('a request that is still unread when idle connections are closed is answered', async (t) => {
  let finish = (): void => undefined
  const { server, port } = await startServer((req, res) => {
    if (req.url !== '/begun') return void res.end('here')
    res.write('too late to say that the connection ends')
    finish = () => void res.end()
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const started = send(port, agent, '/begun')
  await once(server, 'request')

  const drained = drain(server, 60_000)
  finish()
  t.is((await started).connection, 'keep-alive')
  const next = send(port, agent)
  await written()
  holdUpTheLoop()

  t.like(await next, { status: 200, connection: 'close' })
  await drained
})

test('a response that a slow client has not taken yet is not cut short', async (t) => {
  const bytes = 32 * 1024 * 1024
  const { server, port } = await startServer((_req, res) => res.end(Buffer.alloc(bytes)))
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const response = send(port, agent)
  await once(server, 'request')

  const drained = drain(server, 60_000)
  holdUpTheLoop()

  t.like(await response, { bytes })
  await drained
})

test('what does not finish in time is cut', async (t) => {
  const { server, port } = await startServer(() => undefined)
  const response = send(port)
  await once(server, 'request')

  await drain(server, 50)

  await t.throwsAsync(response, { code: 'ECONNRESET' })
})

test('a WebSocket does not outlast the time to finish', async (t) => {
  const { server, port } = await startServer()
  server.on('upgrade', (_req, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
  const client = connect(port, '127.0.0.1')
  t.teardown(() => client.destroy())
  // It is cut, which is what is wanted.
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(client, 'data')

  await drain(server, 50)

  t.false(server.listening)
})

/** A server that answers at once, or as the test says. */
async function startServer(
  response: RequestListener = (_req, res) => res.end('here'),
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(response)
  await listen(server, { host: '127.0.0.1', port: 0 })
  return { server, port: await portOf(server) }
}

interface Taken {
  readonly status: number | undefined
  readonly connection: string | undefined
  readonly bytes: number
}

function send(port: number, agent?: Agent, path = '/'): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const req = request({ port, host: '127.0.0.1', path, ...(agent && { agent }) }, (res) => {
      buffer(res).then(({ length: bytes }) => {
        resolve({ status: res.statusCode, connection: res.headers.connection, bytes })
      }, reject)
    })
    req.once('error', reject)
    req.end()
  })
}

/** What was written by now is in the kernel; no one has read it yet. */
function written(): Promise<void> {
  return setImmediate()
}

/** A busy machine: the timer of the idle connections is due before anything more is read. */
function holdUpTheLoop(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)
}
