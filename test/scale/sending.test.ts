import test from 'ava'
import { NATIVE_TYPE } from '../../plugin/wire/native-types.ts'
import { eventually } from '../support/database-rows.ts'
import { startPostgres } from '../support/postgres.ts'
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts'
import { createWebmailClient, type WebmailClient } from '../support/webmail-client.ts'
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
      limits: { requestMs: 6_000, headersMs: 5_000 },
    },
  })
})
test.after.always(() => Promise.all([stage.stop(), sink.stop()]))

/** Somebody who is signed in, as a browser at each of the instances. */
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

function send(client: WebmailClient, composeId: string) {
  return client.post(
    '?_task=mail&_action=send',
    { _compose_id: composeId, _to: 'bea@example.org', _subject: composeId, _message: 'Text' },
    { accept: NATIVE_TYPE, 'x-roundcube-request': client.token() },
  )
}

function timesSent(subject: string): number {
  return sink.messages.filter(({ source }) => source.includes(`Subject: ${subject}`)).length
}

test.serial('a message posted to both instances at once is sent once', async (t) => {
  const [here, there] = await signedIn(1)

  const answers = await Promise.all([send(here, 'both-at-once'), send(there, 'both-at-once')])

  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  )
  t.is(answers[0].text, answers[1].text)
  t.is(timesSent('both-at-once'), 1)
})

test.serial('a message posted again to the other instance is sent once', async (t) => {
  const [here, there] = await signedIn(1)

  const first = await send(here, 'one-by-one')
  const second = await send(there, 'one-by-one')

  t.is(first.status, 200, first.text)
  t.is(second.text, first.text)
  t.is(timesSent('one-by-one'), 1)
})

test.serial(
  'a message whose instance was killed while it was sent is not sent by the other',
  async (t) => {
    const [here, there] = await signedIn(2)
    sink.behave('hang')
    const broken = t.throwsAsync(send(here, 'cut-short'))
    await eventually(
      () => Promise.resolve(sink.unanswered),
      (count) => count > 0,
    )
    await stage.kill(0)
    await broken
    sink.behave('accept')

    // Asked at once, it waits for the other to its own limit of time.
    const answer = await eventually(
      () => send(there, 'cut-short'),
      ({ status }) => status !== 504,
    )

    t.is(answer.status, 409, answer.text)
    t.regex(answer.text, /"code":"send_uncertain"/)
    t.is(timesSent('cut-short'), 0)
  },
)
