import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import test from 'ava'
import { bind } from '../../../plugin/process/listen.ts'
import { createSessionEndpoint } from '../../../plugin/session-endpoint/session-endpoint.ts'
import { createTakeover } from '../../../plugin/session-endpoint/takeover.ts'
import type { ForeignSessions } from '../../../store/index.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { connectToEndpoint, sessionValue } from '../../support/session-endpoint/endpoint-client.ts'
import { endpointLimits, openEndpoint, serveEndpoint, storeLimits } from './open-endpoint.ts'
import { foreign, newId, openTestStore } from '../../store/fixture.ts'

const signedIn = 'user_id|s:1:"7";username|s:4:"anna";'

test('without the password nothing is answered, and after three wrong ones the connection ends', async (t) => {
  const { client, port, lines, problems } = await openEndpoint(t, {
    password: 'secret-of-16-chars',
  })
  const id = newId()
  const stranger = connect(port, '127.0.0.1')
  t.teardown(() => stranger.destroy())
  let responses = ''
  stranger.setEncoding('utf8').on('data', (piece: string) => (responses += piece))

  const guess = 'AUTH guess-of-a-password\r\n'
  stranger.write(
    `PING\r\nGET ${id}\r\nDEL ${id}\r\n${guess}${guess}${guess}AUTH secret-of-16-chars\r\n`,
  )
  await once(stranger, 'end')

  t.deepEqual(
    responses.split('\r\n').map((line) => line.split(' ')[0]),
    [...Array<string>(3).fill('-NOAUTH'), ...Array<string>(3).fill('-WRONGPASS'), ''],
  )
  t.is(await client().get(id), null)
  t.false(JSON.stringify(lines).includes('guess'))
  t.is(problems(), lines.length)
})

test('of who has not shown the password only short commands are kept', async (t) => {
  const { client, port } = await openEndpoint(t, { password: 'secret-of-16-chars' })
  const stranger = connect(port, '127.0.0.1')
  t.teardown(() => stranger.destroy())
  let responses = ''
  stranger.setEncoding('utf8').on('data', (piece: string) => (responses += piece))

  stranger.write(`*2\r\n$4\r\nPING\r\n$20000\r\n${'x'.repeat(20_000)}\r\nPING\r\n`)
  while (responses.split('\r\n').length < 3) await once(stranger, 'data')
  stranger.write('*11\r\n')
  await once(stranger, 'end')

  t.deepEqual(
    responses.split('\r\n').map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['-NOAUTH Authentication', '-NOAUTH Authentication', '-ERR Protocol', ''],
  )
  t.is(await client().call('PING', 'x'.repeat(20_000)), 'x'.repeat(20_000))
})

test('commands sent together are answered in their order', async (t) => {
  const { port } = await openEndpoint(t)
  const id = newId()
  const value = sessionValue(signedIn)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  const expected = `+PONG\r\n$-1\r\n+OK\r\n$${value.length}\r\n${value}\r\n:1\r\n$-1\r\n-ERR`

  const set = `*4\r\n$5\r\nSETEX\r\n$32\r\n${id}\r\n$3\r\n660\r\n$${value.length}\r\n${value}\r\n`
  socket.write(`PING\r\nGET ${id}\r\n${set}GET ${id}\r\nDEL ${id}\r\nGET ${id}\r\nNOTHING\r\n`)
  let responses = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (responses += piece))
  while (responses.length < expected.length + 10) await once(socket, 'data')

  t.true(responses.startsWith(expected))
})

test('bytes that are no RESP end the connection with an error', async (t) => {
  const { port } = await openEndpoint(t)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  let responses = ''
  socket.setEncoding('utf8').on('data', (piece: string) => (responses += piece))

  socket.write('*1\r\n:1\r\n')
  await once(socket, 'end')

  t.regex(responses, /^-ERR Protocol error/)
})

test('connections over their number are closed, and so is one that says nothing', async (t) => {
  const { port } = await openEndpoint(t, { limits: { connections: 1, idleMs: 300 } })
  const first = connect(port, '127.0.0.1')
  t.teardown(() => first.destroy())
  await once(first, 'connect')
  first.resume()
  const second = connect(port, '127.0.0.1')
  t.teardown(() => second.destroy())
  second.resume()

  await once(second, 'close')
  await once(first, 'close')
  t.pass()
})

test('a thousand silent connections of one user keep no one out who shows the password, and end soon', async (t) => {
  const password = 'secret-of-16-chars'
  const { client, port, lines } = await openEndpoint(t, {
    password,
    limits: { connections: 1_000 },
  })
  const silent = Array.from({ length: 1_000 }, () => connect(port, '127.0.0.1').resume())
  t.teardown(() => silent.forEach((socket) => socket.destroy()))
  const closed = silent.map((socket) => once(socket, 'close'))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const id = newId()

  t.is(await client().setex(id, 660, sessionValue(signedIn)), 'OK')

  t.regex((await client().get(id)) ?? '', /anna/)
  t.true(JSON.stringify(lines).includes('without the password'))
  // Far before limits.idleMs, which is a minute here.
  await Promise.all(closed)
})

test('who has shown the password keeps its connection, however many have not', async (t) => {
  const password = 'secret-of-16-chars'
  const { client, port } = await openEndpoint(t, { password, limits: { connections: 3 } })
  const php = client()
  t.is(await php.call('PING'), 'PONG')

  const silent = Array.from({ length: 100 }, () => connect(port, '127.0.0.1').resume())
  t.teardown(() => silent.forEach((socket) => socket.destroy()))
  await Promise.all(silent.slice(0, 30).map((socket) => once(socket, 'close')))

  t.is(await php.call('PING'), 'PONG')
  t.is(await client().call('PING'), 'PONG')
})

test('connections that have shown the password are bounded as well', async (t) => {
  const password = 'secret-of-16-chars'
  const { client } = await openEndpoint(t, { password, limits: { connections: 1 } })
  t.is(await client().call('PING'), 'PONG')

  await t.throwsAsync(client().call('PING'))
})

test('connections sent together, each with its password, are all served', async (t) => {
  const password = 'secret-of-16-chars'
  const { port } = await openEndpoint(t, { password, limits: { connections: 1_000 } })
  const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1'))
  t.teardown(() => sockets.forEach((socket) => socket.destroy()))

  const responses = sockets.map(async (socket) => {
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.write(`AUTH ${password}\r\nPING\r\n`)
    while (!text.endsWith('+PONG\r\n')) await once(socket, 'data')
    return text
  })

  t.is((await Promise.all(responses)).length, 400)
})

test('a Unix socket is listened on as well', async (t) => {
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory, foreign, limits: storeLimits })
  t.teardown(() => store.close(0))
  if (store.foreignSessions === undefined) throw new Error('the store was told of another program')
  const endpoint = createSessionEndpoint({
    sessions: store.foreignSessions,
    takeover: createTakeover(),
    password: undefined,
    limits: endpointLimits,
    log: memoryLog(),
    countProblem: () => undefined,
    now: Date.now,
  })
  t.teardown(() => endpoint.close(1_000))
  const path = join(directory, 'sessions.sock')

  await bind(endpoint.server, { unix: path })

  t.is(await connectToEndpoint(t, { path }).call('PING'), 'PONG')
})

test('a request of PHP that has read its session when the endpoint closes still writes it, and no one new is taken', async (t) => {
  const { port, close } = await openEndpoint(t)
  const id = newId()
  const php = connectToEndpoint(t, { port })
  t.is(await php.get(id), null)

  const closed = close(60_000)

  const late = connect(port, '127.0.0.1')
  await t.throwsAsync(once(late, 'connect'), { code: 'ECONNREFUSED' })
  t.is(await php.setex(id, 660, sessionValue(signedIn)), 'OK')
  t.regex((await php.get(id)) ?? '', /anna/)
  php.close()
  await closed
})

test('a client that does not read its responses is not read on, and misses none of them', async (t) => {
  let loads = 0
  const vars = Buffer.from(`text|s:60000:"${'x'.repeat(60_000)}";`)
  const sessions: ForeignSessions = {
    load: async () => {
      loads += 1
      return { session: { vars, ip: '192.0.2.7', changed: 1 }, version: 1 }
    },
    save: async () => ({ outcome: 'kept', version: 1 }),
    update: async () => true,
    touch: async () => true,
    end: async () => ({ existed: true, version: 1 }),
    currentVersion: () => 1,
  }
  const { port } = await serveEndpoint(t, sessions)
  const other = connectToEndpoint(t, { port })
  const idle = connect(port, '127.0.0.1').pause()
  t.teardown(() => idle.destroy())
  const requestCount = 5_000

  idle.write(`GET ${newId()}\r\n`.repeat(requestCount))
  let before: number
  // Once it answers others only, it does nothing for the one that does not read.
  do {
    before = loads
    for (let turn = 0; turn < 20; turn += 1) await other.call('PING')
  } while (loads === 0 || before < loads)
  const answeredUnread = loads
  let bytes = 0
  const response = Buffer.byteLength(sessionValue(vars.toString(), 1))
  const all = requestCount * (`$${response}\r\n`.length + response + 2)
  idle.on('data', (piece) => (bytes += piece.length)).resume()
  while (bytes < all) await once(idle, 'data')

  t.true(answeredUnread > 0)
  t.true(answeredUnread < requestCount)
  t.is(bytes, all)
})
