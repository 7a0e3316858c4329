import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { limitConnections } from '../../../plugin/process/connections.ts'
import { portOf } from '../../support/http/port-of.ts'

/** A server of three connections, and a way to connect to it. */
async function smallServer(t: ExecutionContext, listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  limitConnections(server, 3)
  server.listen(0, '127.0.0.1')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const port = await portOf(server)
  return async (text = ''): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => undefined)
    t.teardown(() => socket.destroy())
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const slowPost = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n1'

async function responseOf(socket: Socket): Promise<string> {
  const pieces: unknown = await once(socket, 'data')
  return String(pieces).split('\r\n')[0] ?? ''
}

for (const [what, text] of [
  ['say nothing', ''],
  ['stop within a head', 'GET / HTTP/1.1\r\nHost:'],
  ['stop within a body', slowPost],
] as const) {
  test(`connections that ${what} keep no one out`, async (t) => {
    const open = await smallServer(t, (req, res) => {
      if (req.method === 'GET') res.end('here')
    })
    for (let count = 0; count < 6; count += 1) await open(text)

    const newcomer = await open(get)

    t.is(await responseOf(newcomer), 'HTTP/1.1 200 OK')
  })
}

test('connections that were answered and are kept open keep no one out', async (t) => {
  const open = await smallServer(t, (_req, res) => void res.end('here'))
  for (let count = 0; count < 4; count += 1) await responseOf(await open(get))

  t.is(await responseOf(await open(get)), 'HTTP/1.1 200 OK')
})

test('a request that is being answered loses its connection to no one', async (t) => {
  const open = await smallServer(t, (_req, res) => void res.write('begun'))
  const answered = await Promise.all([1, 2, 3].map(() => open(get)))
  await Promise.all(answered.map(responseOf))

  const newcomer = await open(get)
  await once(newcomer.resume(), 'close')

  t.deepEqual(
    answered.map(({ closed }) => closed),
    [false, false, false],
  )
})
