import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { createEventsByAccount } from '../../../plugin/events/account-events.ts'
import { createEventStreams, type EventStreams } from '../../../plugin/events/streams.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { sendEvents } from '../../../plugin/response/respond.ts'
import { openEventStream } from '../../support/http/event-stream.ts'
import { portOf } from '../../support/http/port-of.ts'
import { createWatchedAccount, type WatchedAccount } from './watched-account.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

interface Streaming {
  readonly account: WatchedAccount
  readonly streams: EventStreams
  /** Where a stream of the session is served. */
  readonly urlOf: (sessionId: string) => string
  readonly port: number
}

interface Limits {
  readonly heartbeatMs?: number
  readonly checkMs?: number
  readonly maxStreams?: number
  readonly isSessionValid?: () => Promise<boolean>
}

async function startStreaming(t: ExecutionContext, limits: Limits = {}): Promise<Streaming> {
  const account = createWatchedAccount()
  const streams = createEventStreams({
    byAccount: createEventsByAccount({
      coalesceMs: 0,
      lingerMs: 0,
      maxEvents: 512,
      maxLingering: 10,
      newEpoch: () => 'e',
    }),
    perSession: 2,
    maxStreams: 100,
    heartbeatMs: 60_000,
    checkMs: 60_000,
    maxBufferedBytes: 64 * 1024,
    spreadMs: 10_000,
    random: () => 0.5,
    ...limits,
  })
  const app = new Koa()
  app.silent = true
  app.use((ctx) => {
    const body = streams.open({
      sessionId: ctx.path,
      owner: 'owner',
      user: 'person',
      account,
      mailbox: 'INBOX',
      lastEventId: undefined,
      isSessionValid: limits.isSessionValid ?? (async () => true),
    })
    sendEvents(ctx, body)
  })
  const server = app.listen(0, '127.0.0.1')
  t.teardown(async () => {
    streams.stop()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const port = await portOf(server)
  return { account, streams, port, urlOf: (id) => `http://127.0.0.1:${port}/${id}` }
}

test('a stream reports what changes, as it changes', async (t) => {
  const { account, urlOf } = await startStreaming(t)
  const stream = await openEventStream(urlOf('a'))
  await stream.until('resync')

  account.publish({ kind: 'changed', mailbox: 'INBOX' })

  t.deepEqual(await stream.next(), {
    id: 'e-1',
    event: { version: 2, kind: 'changed', mailbox: 'INBOX' },
  })
  stream.close()
})

test('a stream is nothing a proxy may keep, compress or hold back', async (t) => {
  const { urlOf } = await startStreaming(t)

  const stream = await openEventStream(urlOf('a'))

  t.is(stream.headers.get('content-type'), 'text/event-stream')
  t.is(stream.headers.get('cache-control'), 'no-store, no-transform')
  t.is(stream.headers.get('x-accel-buffering'), 'no')
  stream.close()
})

test('a stream without events says that it is alive, under no id of its own', async (t) => {
  const { urlOf } = await startStreaming(t, { heartbeatMs: 10 })
  const stream = await openEventStream(urlOf('a'))
  const start = await stream.until('resync')

  const beat = await stream.next()

  t.deepEqual(beat, { id: start.id, event: { version: 2, kind: 'heartbeat' } })
  stream.close()
})

test("a session's oldest stream makes room for its newest", async (t) => {
  const { streams, urlOf } = await startStreaming(t)
  const oldest = await openEventStream(urlOf('a'))
  const others = [await openEventStream(urlOf('a')), await openEventStream(urlOf('a'))]

  const left = await oldest.rest()

  t.deepEqual(left.at(-1)?.event, {
    version: 2,
    kind: 'end',
    reason: 'replaced',
    retryAfterMs: null,
  })
  t.is(streams.count, 2)
  for (const stream of others) stream.close()
})

test('streams of other sessions take no room', async (t) => {
  const { streams, urlOf } = await startStreaming(t)
  const open = []

  for (const session of ['a', 'a', 'b', 'b']) open.push(await openEventStream(urlOf(session)))

  t.is(streams.count, 4)
  for (const stream of open) stream.close()
})

test('a process with all the streams it may have refuses one more', async (t) => {
  const { account, streams, urlOf } = await startStreaming(t, { maxStreams: 1 })
  const stream = await openEventStream(urlOf('a'))

  const error = t.throws(
    () =>
      streams.open({
        sessionId: 'b',
        owner: 'other',
        user: 'person',
        account,
        mailbox: undefined,
        lastEventId: undefined,
        isSessionValid: async () => true,
      }),
    { instanceOf: Refusal },
  )

  t.is(error.code, 'mail_busy')
  t.is(error.retryAfterSeconds, 60)
  stream.close()
})

test('the end of a session ends its streams and no others', async (t) => {
  const { streams, urlOf } = await startStreaming(t)
  const ended = await openEventStream(urlOf('a'))
  const other = await openEventStream(urlOf('b'))

  streams.endSession('/a')

  t.deepEqual((await ended.rest()).at(-1)?.event, {
    version: 2,
    kind: 'end',
    reason: 'signed-out',
    retryAfterMs: null,
  })
  t.is(streams.count, 1)
  other.close()
})

test('a stream ends when its session no longer holds', async (t) => {
  let isValid = true
  const { streams, urlOf } = await startStreaming(t, {
    checkMs: 10,
    isSessionValid: async () => isValid,
  })
  const stream = await openEventStream(urlOf('a'))
  await stream.until('resync')

  isValid = false

  t.like((await stream.rest()).at(-1)?.event, { kind: 'end', reason: 'signed-out' })
  t.is(streams.count, 0)
})

test('a stop ends all streams with a moment to come back at, and opens no more', async (t) => {
  const { account, streams, urlOf } = await startStreaming(t)
  const stream = await openEventStream(urlOf('a'))

  streams.stop()

  t.deepEqual((await stream.rest()).at(-1)?.event, {
    version: 2,
    kind: 'end',
    reason: 'restart',
    retryAfterMs: 6_000,
  })
  t.deepEqual(account.watched, [])
  const afterwards = await openEventStream(urlOf('a'))
  t.is(afterwards.status, 500)
})

test('a page that goes away is not watched for any more', async (t) => {
  const { account, streams, urlOf } = await startStreaming(t)
  const stream = await openEventStream(urlOf('a'))
  await stream.until('resync')

  stream.close()
  while (streams.count > 0 || account.watched.length > 0) await nextTurn()

  t.is(streams.count, 0)
})

test('a client that does not read is cut', async (t) => {
  const { account, streams, port } = await startStreaming(t)
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.pause()
  socket.write('GET /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  while (streams.count === 0) await nextTurn()

  // More than the buffers of both kernels hold.
  for (let n = 0; streams.count > 0 && n < 200_000; n += 1) {
    account.publish({ kind: 'changed', mailbox: mailboxName(`${n} ${'x'.repeat(2_000)}`) })
    if (n % 400 === 0) await nextTurn()
  }

  t.is(streams.count, 0)
})
