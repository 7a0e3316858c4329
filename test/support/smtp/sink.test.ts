import test from 'ava'
import { createTransport } from 'nodemailer'
import { startSmtpSink, type SmtpSink } from './sink.ts'

const message = {
  from: 'ada@example.org',
  to: 'bruno@example.net',
  subject: 'Lunch?',
  text: 'At noon.',
}

test('the sink keeps what it was given', async (t) => {
  const sink = await startSmtpSink({ t })

  await transportTo(sink).sendMail(message)

  t.like(sink.messages[0], { from: message.from, to: [message.to], user: undefined })
  t.regex(sink.messages[0]?.source ?? '', /At noon\./)
})

test('a sink with a password takes mail of its user only', async (t) => {
  const sink = await startSmtpSink({ t, password: 'right' })

  await t.throwsAsync(transportTo(sink, 'wrong').sendMail(message), { code: 'EAUTH' })
  await transportTo(sink, 'right').sendMail(message)

  t.is(sink.messages.length, 1)
  t.is(sink.messages[0]?.user, 'ada')
})

test('a sink told to refuse recipients takes nothing', async (t) => {
  const sink = await startSmtpSink({ t })
  sink.behave('refuse-recipients')

  await t.throwsAsync(transportTo(sink).sendMail(message), { code: 'EENVELOPE' })

  t.is(sink.messages.length, 0)
})

function transportTo(sink: SmtpSink, pass?: string) {
  return createTransport({
    host: sink.host,
    port: sink.port,
    ...(pass === undefined ? {} : { auth: { user: 'ada', pass } }),
  })
}
