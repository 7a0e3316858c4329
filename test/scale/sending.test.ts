import test from 'ava'
import type { NativeInputOf } from '../../plugin/wire/native/types.ts'
import { eventually } from '../support/database/rows.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp/sink.ts'
import { sendAction } from '../support/http/native-actions.ts'
import { createWebmailClient, type WebmailClient } from '../support/http/webmail-client.ts'
import { openStage, type Stage } from './stage.ts'

let sink: SmtpSink
let stage: Stage
test.before(async () => {
  sink = await startSmtpSink()
  stage = await openStage({
    startSql: startPostgres,
    users: 2,
    config: {
      smtp: { host: sink.host, port: sink.port },
      tuning: { requests: { requestMs: 6_000, headersMs: 5_000 } },
    },
  })
})
test.after.always(() => Promise.all([stage.stop(), sink.stop()]))

/** A user who is signed in, as a browser at each of the instances. */
async function signedIn(n: number): Promise<readonly [WebmailClient, WebmailClient]> {
  const { dovecot } = stage
  const first = createWebmailClient(stage.instance(0).base())
  const { status } = await first.signIn(dovecot.userName(n), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  const second = createWebmailClient(stage.instance(1).base())
  for (const [name, value] of first.cookies) second.cookies.set(name, value)
  await second.get('')
  return [first, second]
}

function send(client: WebmailClient, composeId: string, more: Partial<NativeInputOf<'send'>> = {}) {
  const letter = { composeId, to: 'bea@example.org', subject: composeId, text: 'Text' }
  return sendAction(client, 'send', { ...letter, ...more })
}

/** Resolves once the sink has one message more that it does not answer. */
async function unanswered(before: number): Promise<void> {
  await eventually(
    () => Promise.resolve(sink.unanswered),
    (count) => count > before,
  )
}

/** Message-IDs of what was delivered under this subject, one for each delivery. */
function deliveries(subject: string): readonly string[] {
  return sink.messages
    .filter(({ source }) => source.includes(`Subject: ${subject}`))
    .map(({ source }) => /^message-id:\s*(<[^>]+>)/im.exec(source)?.[1] ?? '')
}

test.serial('a message posted to both instances at once is sent once', async (t) => {
  const [here, there] = await signedIn(1)

  const responses = await Promise.all([send(here, 'both-at-once'), send(there, 'both-at-once')])

  t.deepEqual(
    responses.map(({ status }) => status),
    [200, 200],
  )
  t.is(responses[0].text, responses[1].text)
  t.is(deliveries('both-at-once').length, 1)
})

test.serial('a message posted again to the other instance is sent once', async (t) => {
  const [here, there] = await signedIn(1)

  const first = await send(here, 'one-by-one')
  const second = await send(there, 'one-by-one')

  t.is(first.status, 200, first.text)
  t.is(second.text, first.text)
  t.is(deliveries('one-by-one').length, 1)
})

test.serial('a message that may have been delivered is asked about by the other', async (t) => {
  const [here, there] = await signedIn(1)
  sink.behave('take-and-reset')
  const first = await send(here, 'line-reset')
  sink.behave('accept')
  const second = await send(there, 'line-reset')
  t.deepEqual([first.status, second.status], [409, 409], second.text)
  t.is(deliveries('line-reset').length, 1)

  const confirmed = await send(there, 'line-reset', { isAgain: true })
  t.is(confirmed.status, 200, confirmed.text)
  t.is((await send(here, 'line-reset')).text, confirmed.text)

  const [one, two, ...more] = deliveries('line-reset')
  t.is(one, two)
  t.deepEqual(more, [])
})

test.serial('a message is asked about when Redis has forgotten it', async (t) => {
  const [here, there] = await signedIn(1)
  sink.behave('take-and-close')
  await send(here, 'redis-emptied')
  sink.behave('accept')
  await stage.redis.command('FLUSHALL')

  const response = await send(there, 'redis-emptied')

  t.is(response.status, 409, response.text)
  t.is(deliveries('redis-emptied').length, 1)
})

test.serial('a message that one instance is still at is waited for by the other', async (t) => {
  const [here, there] = await signedIn(1)
  const before = sink.unanswered
  sink.behave('take-and-hang')
  const first = send(here, 'still-at-it')
  await unanswered(before)
  sink.behave('accept')
  const second = send(there, 'still-at-it')
  sink.releaseHeld()

  t.is((await first).status, 200, (await first).text)
  t.is((await second).text, (await first).text)
  t.is(deliveries('still-at-it').length, 1)
})

test.serial('a message whose instance was killed behind its dot is asked about', async (t) => {
  const [here, there] = await signedIn(2)
  const before = sink.unanswered
  sink.behave('take-and-hang')
  const broken = t.throwsAsync(send(here, 'cut-behind-dot'))
  await unanswered(before)
  await stage.kill(0)
  await broken
  sink.behave('accept')

  // Asked at once, it listens for the other to its own limit of time.
  const response = await eventually(
    () => send(there, 'cut-behind-dot'),
    ({ status }) => status !== 504,
  )
  t.is(response.status, 409, response.text)
  t.regex(response.text, /"code":"send_uncertain"/)
  t.is(deliveries('cut-behind-dot').length, 1)

  const confirmed = await send(there, 'cut-behind-dot', { isAgain: true })
  t.is(confirmed.status, 200, confirmed.text)
  const [one, two] = deliveries('cut-behind-dot')
  t.is(one, two)

  await stage.restart(0)
  const [again] = await signedIn(2)
  t.is((await send(again, 'cut-behind-dot')).text, confirmed.text)
  t.is(deliveries('cut-behind-dot').length, 2)
})
