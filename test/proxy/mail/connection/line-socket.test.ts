import { createServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import {
  createLineSocket,
  ResponseTooLarge,
} from '../../../../proxy/mail/connection/line-socket.ts'
import { portOf } from '../../../support/http/port-of.ts'

const MAX_BYTES = 1_000

async function openTo(t: ExecutionContext, greeting: string) {
  const server = createServer((socket) => socket.on('error', () => undefined).write(greeting))
  server.listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  const address = { host: '127.0.0.1', port: await portOf(server) }
  const line = createLineSocket({ ...address, tls: 'none', tlsOptions: {} }, MAX_BYTES)
  t.teardown(line.close)
  return line
}

test('lines end with a line feed, with or without a carriage return', async (t) => {
  const line = await openTo(t, 'one\r\ntwo\nbytes')
  await line.open()

  const lines = [await line.readLine(), await line.readLine(), await line.readBytes(5)]

  t.deepEqual(lines.map(String), ['one', 'two', 'bytes'])
  t.false(line.hasMore())
})

test('a connection that is closed before it is there ends the wait', async (t) => {
  const line = await openTo(t, '')

  const opening = line.open()
  line.close()

  await t.throwsAsync(opening)
})

test('a response over the bound is refused', async (t) => {
  const line = await openTo(t, 'x'.repeat(MAX_BYTES + 1))
  await line.open()

  await t.throwsAsync(line.readLine(), { instanceOf: ResponseTooLarge })
  await t.throwsAsync(line.readBytes(MAX_BYTES + 1), { instanceOf: ResponseTooLarge })
})
