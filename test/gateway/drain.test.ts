import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import test from 'ava'
import { drain, listen } from '../../plugin/listen.ts'
import { portOf } from '../support/port-of.ts'

test('a kept connection gets one more answer while the server drains', async (t) => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await ask(port, agent)

  const drained = drain(server, 5_000)
  const answer = await ask(port, agent)

  t.is(answer.status, 200)
  t.is(answer.connection, 'close')
  await drained
})

test('a connection nobody uses does not hold up the stop', async (t) => {
  const { server, port } = await startServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  await ask(port, agent)

  await drain(server, 60_000)

  t.false(server.listening)
})

test('a request in flight finishes after the server stopped accepting', async (t) => {
  let finish = (): void => undefined
  const { server, port } = await startServer((end) => {
    finish = end
  })
  const answer = ask(port)
  await once(server, 'request')

  const drained = drain(server, 60_000)
  finish()

  t.is((await answer).status, 200)
  await drained
})

test('what does not finish in time is cut', async (t) => {
  const { server, port } = await startServer(() => undefined)
  const answer = ask(port)
  await once(server, 'request')

  await drain(server, 50)

  await t.throwsAsync(answer, { code: 'ECONNRESET' })
})

/** A server that answers at once, or when the test lets it. */
async function startServer(
  hold: (end: () => void) => void = (end) => end(),
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer((_req, res) => hold(() => res.end('here')))
  await listen(server, { host: '127.0.0.1', port: 0 })
  return { server, port: await portOf(server) }
}

async function ask(
  port: number,
  agent?: Agent,
): Promise<{ readonly status: number | undefined; readonly connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const req = request({ port, host: '127.0.0.1', ...(agent && { agent }) }, (res) => {
      res.resume()
      res.once('end', () => {
        resolve({ status: res.statusCode, connection: res.headers.connection })
      })
    })
    req.once('error', reject)
    req.end()
  })
}
