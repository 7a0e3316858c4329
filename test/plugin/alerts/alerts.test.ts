import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { z } from 'zod'
import { createAlerts, type AlertSender } from '../../../plugin/alerts/alerts.ts'
import { createAlertMail } from '../../../plugin/alerts/mail.ts'
import { createWebhook } from '../../../plugin/alerts/webhook.ts'
import { failed, fine, warning, type Finding } from '../../../plugin/findings/finding.ts'
import { listen } from '../../proxy/upstream/recorder.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { freePort } from '../../support/process/free-port.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'

const AFTER_MS = 300_000
const MINUTE_MS = 60_000

const bodySchema = z.object({
  text: z.string(),
  alerts: z.array(z.object({ id: z.string(), state: z.string() })),
})

/** A receiver of a webhook, which answers with `status`. */
async function startReceiver(t: ExecutionContext) {
  const bodies: z.output<typeof bodySchema>[] = []
  const response = { status: 200 }
  const server = createServer((req, res) => {
    void text(req).then((said) => {
      bodies.push(bodySchema.parse(JSON.parse(said)))
      res.writeHead(response.status, { location: 'http://127.0.0.1:9/' }).end()
      server.emit('alerts')
    })
  })
  return { url: `${await listen(t, server)}/hook/SECRET`, server, bodies, answer: response }
}

/** Alerts about what `found` says, at a time that is moved. */
function alertsAbout(senders: readonly AlertSender[]) {
  const state: { found: readonly Finding[]; at: number } = { found: [], at: 1_000_000 }
  const logged: object[] = []
  const log = { warn: (fields: object) => void logged.push(fields) }
  const look = () => Promise.resolve(state.found)
  const alerts = createAlerts({ look, senders, afterMs: AFTER_MS, now: () => state.at, log })
  return {
    logged,
    /** A round after so many minutes, with what is found by then. */
    after: async (minutes: number, ...found: readonly Finding[]): Promise<void> => {
      state.at += minutes * MINUTE_MS
      state.found = found
      await alerts.round()
    },
  }
}

const down = failed('backend.imap', 'IMAP does not answer: ECONNREFUSED', 'start it')
const late = warning('spool.late', 'rows wait for the database', 'see the database')

function reported(bodies: readonly z.output<typeof bodySchema>[]): readonly string[] {
  return bodies.map(({ alerts }) => alerts.map(({ id, state }) => `${state} ${id}`).join(', '))
}

test('a finding that lasts is posted once, and again when it has been away for as long', async (t) => {
  const receiver = await startReceiver(t)
  const { after } = alertsAbout([createWebhook(receiver.url, 'mail.example')])

  await after(0, down, fine('keys.fresh', 'the newest key is 0 days old'))
  await after(4, down)
  t.deepEqual(reported(receiver.bodies), [])
  await after(1, down, late)
  await after(1, down, late)
  await after(1, late)
  await after(1, down, late)
  t.deepEqual(reported(receiver.bodies), ['new backend.imap'])
  await after(1)
  await after(5)
  await after(5)

  t.deepEqual(reported(receiver.bodies), ['new backend.imap', 'cleared backend.imap'])
  t.is(
    receiver.bodies[0]?.text,
    'Postern at mail.example: 1 new\nERROR: IMAP does not answer: ECONNREFUSED (backend.imap)\n  start it',
  )
})

test('what a receiver does not take is sent again after longer and longer pauses, and its address is in no log', async (t) => {
  const receiver = await startReceiver(t)
  const { after, logged } = alertsAbout([createWebhook(receiver.url, 'mail.example')])
  receiver.answer.status = 302
  await after(0, down)
  await after(5, down)
  t.is(receiver.bodies.length, 1)

  const tries: number[] = []
  for (let minute = 1; minute <= 8; minute += 1) {
    await after(1, down)
    tries.push(receiver.bodies.length)
  }
  receiver.answer.status = 204
  await after(30, down, late)
  await after(30, down, late)

  t.deepEqual(tries, [2, 3, 3, 4, 4, 4, 4, 5])
  t.deepEqual(reported(receiver.bodies.slice(-2)), ['new backend.imap', 'new spool.late'])
  t.notRegex(JSON.stringify(logged), /SECRET/)
})

test('a finding that has cleared before anyone could be told is not sent', async (t) => {
  const receiver = await startReceiver(t)
  const { after } = alertsAbout([createWebhook(receiver.url, 'mail.example')])
  receiver.answer.status = 500
  await after(0, down)
  await after(5, down)
  await after(1)
  await after(5)
  receiver.answer.status = 200
  receiver.bodies.length = 0

  await after(60)

  t.deepEqual(receiver.bodies, [])
})

test('a message says the same, with each finding and what to do', async (t) => {
  const sink = await startSmtpSink({ t })
  const from = 'postern@mail.example'
  const to = ['ops@example.org', 'night@example.org']
  const mail = createAlertMail({ to, from, server: sink, instance: 'mail.example' })
  const { after } = alertsAbout([mail])

  await after(0, down, late)
  await after(5, down, late)

  t.like(sink.messages[0], { from, to })
  t.regex(sink.messages[0]?.source ?? '', /^Subject: Postern at mail\.example: 2 new\r$/m)
  t.regex(
    sink.messages[0]?.source ?? '',
    /^WARNING: rows wait for the database \(spool\.late\)\r$/m,
  )
})

test('a Postern whose submission server is away says so by its webhook', async (t) => {
  const receiver = await startReceiver(t)
  const said = once(receiver.server, 'alerts')

  await startPostern({
    t,
    config: {
      smtp: { port: await freePort() },
      alerts: { webhook: receiver.url },
      tuning: { alerts: { afterMs: 1_000 } },
    },
  })

  await said
  t.true(reported(receiver.bodies).some((line) => line.includes('new backend.smtp')))
})
