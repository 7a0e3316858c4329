import test, { type ExecutionContext } from 'ava'
import { actionAddress } from '../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../plugin/wire/native/media-type.ts'
import type { NativeInputOf } from '../../plugin/wire/native/types.ts'
import { eventually } from '../support/database/rows.ts'
import { startDovecot, type Dovecot } from '../support/dovecot/dovecot.ts'
import { linesOnce } from '../support/postern/error-lines.ts'
import { startPostern, type Postern } from '../support/postern/postern.ts'
import { startRedis } from '../support/redis/redis.ts'
import { startSmtpSink, type SinkBehaviour, type SmtpSink } from '../support/smtp/sink.ts'
import { responseOf, callAction } from '../support/http/native-actions.ts'
import { cookieHeader, createWebmailClient } from '../support/http/webmail-client.ts'

let dovecot: Dovecot
const started: { stop(): Promise<unknown> }[] = []
test.before(async () => {
  dovecot = await startDovecot({ users: 1 })
})
test.after.always(async () => {
  for (const server of started.reverse()) await server.stop()
  await dovecot.stop()
})

/** A browser that is signed in, a Postern that can be ended and started again, and what was delivered. */
interface Drill {
  readonly sink: SmtpSink
  postern(): Postern
  /** Posts what is composed; answers status and body. */
  send(composeId: string, options?: SendOptions): Promise<SendResponse>
  /** As `send`, without waiting for the response: resolves once the sink holds the message. */
  sendUntilHeld(composeId: string, signal?: AbortSignal): Promise<HeldSend>
  /** Opens the draft that the response to its save names, as another browser does; its compose id. */
  reopen(saved: string): Promise<string>
  kill(): Promise<void>
  end(): Promise<number | null>
  restart(): Promise<void>
  /** Message-IDs of what was delivered under this subject, one for each delivery. */
  deliveries(composeId: string): readonly string[]
}

interface SendOptions {
  readonly isAgain?: boolean
  readonly isDraft?: boolean
  readonly text?: string
  readonly signal?: AbortSignal
}

interface SendResponse {
  readonly status: number
  readonly text: string
}

interface HeldSend {
  readonly response: Promise<SendResponse>
}

async function openDrill(redisUrl: string | undefined): Promise<Drill> {
  const sink = await startSmtpSink()
  started.push(sink)
  let postern: Postern = await startPostern({
    mail: dovecot,
    submission: sink,
    config: {
      // Of the step about silence: everything else is over before.
      tuning: { smtp: { timeoutMs: 5_000 }, stop: { drainMs: 2_000 } },
      redis: redisUrl === undefined ? null : { url: redisUrl },
    },
  })
  started.push({ stop: () => postern.stop() })
  const client = createWebmailClient(postern.base())
  const { status } = await client.signIn(dovecot.userName(1), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)

  const send: Drill['send'] = async (
    composeId,
    { isAgain = false, isDraft = false, text = 'Text', signal } = {},
  ) => {
    const to = 'bea@example.org'
    const input: NativeInputOf<'send'> = {
      composeId,
      to,
      subject: composeId,
      text,
      isAgain,
      isDraft,
    }
    const response = await fetch(`${postern.base()}${actionAddress('send', {})}`, {
      method: 'POST',
      headers: {
        accept: NATIVE_TYPE,
        'content-type': 'application/json',
        cookie: cookieHeader(client.cookies),
        'x-roundcube-request': client.token(),
      },
      body: JSON.stringify(input),
      signal: signal ?? null,
    })
    return { status: response.status, text: await response.text() }
  }

  return {
    sink,
    send,
    async sendUntilHeld(composeId, signal) {
      const before = sink.unanswered
      const response = send(composeId, signal === undefined ? {} : { signal })
      // Anyone who needs it awaits it; a kill breaks it.
      response.catch(() => undefined)
      await eventually(
        () => Promise.resolve(sink.unanswered),
        (count) => count > before,
      )
      return { response }
    },
    async reopen(saved) {
      const { filed } = responseOf('send', saved)
      if (filed === null) throw new Error(saved)
      const other = createWebmailClient(postern.base())
      await other.signIn(dovecot.userName(1), dovecot.password)
      const { composeId } = await callAction(other, 'compose', { mode: 'draft', ...filed })
      return composeId ?? ''
    },
    postern: () => postern,
    kill: () => postern.kill(),
    end: () => postern.end(),
    async restart() {
      postern = await postern.restart()
    },
    deliveries: (composeId) =>
      sink.messages
        .filter(({ source }) => source.includes(`Subject: ${composeId}`))
        .map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1] ?? ''),
  }
}

/** The question, and what becomes of it: no second delivery unasked, and then under the same Message-ID. */
async function checksOnce(t: ExecutionContext, drill: Drill, composeId: string): Promise<void> {
  drill.sink.behave('accept')
  const requested = await drill.send(composeId)
  t.is(requested.status, 409, requested.text)
  t.regex(requested.text, /"code":"send_uncertain"/)
  t.is(drill.deliveries(composeId).length, 1)

  const confirmed = await drill.send(composeId, { isAgain: true })
  t.is(confirmed.status, 200, confirmed.text)
  const [first, second, ...more] = drill.deliveries(composeId)
  t.is(second, first)
  t.deepEqual(more, [])
  t.true(confirmed.text.includes(JSON.stringify(first)), confirmed.text)

  t.is((await drill.send(composeId, { isAgain: true })).text, confirmed.text)
  t.is(drill.deliveries(composeId).length, 2)
}

/** One for all tests of a cache: each of them is about messages of its own. */
const drills = new Map<string, Promise<Drill>>()
function drillWith(cache: 'memory' | 'Redis'): Promise<Drill> {
  const drill = drills.get(cache) ?? startDrill(cache)
  drills.set(cache, drill)
  return drill
}

async function startDrill(cache: 'memory' | 'Redis'): Promise<Drill> {
  if (cache === 'memory') return openDrill(undefined)
  const redis = await startRedis()
  started.push(redis)
  return openDrill(redis.url)
}

for (const cache of ['memory', 'Redis'] as const) {
  const open = () => drillWith(cache)

  test.serial(`${cache}: a delivery that ends without a response is asked about`, async (t) => {
    const drill = await open()

    const silences: readonly SinkBehaviour[] = ['take-and-hang', 'take-and-reset', 'take-and-close']
    for (const behaviour of silences) {
      drill.sink.behave(behaviour)
      const first = await drill.send(behaviour)
      t.is(first.status, 409, first.text)
      t.regex(first.text, /"code":"send_uncertain"/)
      const id = /"requestId":"([0-9a-f]{8})"/.exec(first.text)?.[1] ?? 'none'
      const lines = await linesOnce(drill.postern(), new RegExp(id))
      t.is(lines.filter((line) => line.includes(` ${id} SMTP Error: `)).length, 1)
      await checksOnce(t, drill, behaviour)
    }
  })

  test.serial(`${cache}: a message whose browser went away is delivered once`, async (t) => {
    const drill = await open()
    const browser = new AbortController()
    drill.sink.behave('take-and-hang')
    const { response } = await drill.sendUntilHeld('client-gone', browser.signal)
    browser.abort()
    await t.throwsAsync(response, { any: true })

    const second = drill.send('client-gone')
    drill.sink.releaseHeld()

    t.is((await second).status, 200, (await second).text)
    t.is(drill.deliveries('client-gone').length, 1)
  })

  test.serial(`${cache}: a message is asked about after a kill -9 behind its dot`, async (t) => {
    const drill = await open()
    drill.sink.behave('take-and-hang')
    const { response } = await drill.sendUntilHeld('killed-midway')
    await drill.kill()
    await t.throwsAsync(response, { any: true })
    await drill.restart()

    await checksOnce(t, drill, 'killed-midway')
  })

  test.serial(`${cache}: a stop after the dot waits for the response of the server`, async (t) => {
    const drill = await open()
    drill.sink.behave('take-and-hang')
    const { response } = await drill.sendUntilHeld('answered-in-time')
    const ended = drill.end()
    drill.sink.releaseHeld()
    const first = await response
    t.is(first.status, 200, first.text)
    t.is(await ended, 0)
    await drill.restart()

    t.is((await drill.send('answered-in-time')).text, first.text)
    t.is(drill.deliveries('answered-in-time').length, 1)
  })

  test.serial(`${cache}: a message is asked about after a stop that had no response`, async (t) => {
    const drill = await open()
    drill.sink.behave('take-and-hang')
    await drill.sendUntilHeld('stopped-midway')
    t.is(await drill.end(), 0)
    await drill.restart()

    await checksOnce(t, drill, 'stopped-midway')
  })

  test.serial(
    `${cache}: a message is delivered once when the kill follows its response`,
    async (t) => {
      const drill = await open()
      const first = await drill.send('killed-late')
      await drill.kill()
      await drill.restart()

      const second = await drill.send('killed-late')

      t.is(second.status, 200, second.text)
      t.is(second.text, first.text)
      t.is(drill.deliveries('killed-late').length, 1)
    },
  )
}

test.serial('a draft that is reopened is the message it was', async (t) => {
  const drill = await drillWith('Redis')
  const composeId = 'reopened-draft'
  const saved = await drill.send(composeId, { isDraft: true })
  drill.sink.behave('take-and-reset')
  t.is((await drill.send(composeId)).status, 409)
  await drill.kill()
  await drill.restart()

  const reopened = await drill.reopen(saved.text)

  t.is(reopened, composeId)
  await checksOnce(t, drill, reopened)
})

test.serial('a message that was refused is sent by the next try without a question', async (t) => {
  const drill = await drillWith('memory')
  drill.sink.behave('refuse-content')
  t.is((await drill.send('refused-first')).status, 422)
  drill.sink.behave('accept')
  await drill.kill()
  await drill.restart()

  t.is((await drill.send('refused-first')).status, 200)
  t.is(drill.deliveries('refused-first').length, 1)
})

test.serial('a message changed after it was delivered is not taken for the one sent', async (t) => {
  const drill = await drillWith('memory')
  drill.sink.behave('accept')
  await drill.send('changed-later')

  const changed = await drill.send('changed-later', { text: 'Other words' })

  t.is(changed.status, 409, changed.text)
  t.regex(changed.text, /"code":"already_sent"/)
  t.is(drill.deliveries('changed-later').length, 1)
})
