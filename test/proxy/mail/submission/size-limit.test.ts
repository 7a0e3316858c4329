import test from 'ava'
import { createSizeLimit } from '../../../../proxy/mail/submission/size-limit.ts'
import { createSubmission } from '../../../../proxy/mail/submission/submission.ts'
import { eventually } from '../../../support/database/rows.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'

test('files that would make a message larger than the server takes are known beforehand', async (t) => {
  const sink = await startSmtpSink({ t, maxMessageBytes: 10_000_000 })
  const submission = createSubmission({
    ...{ host: sink.host, port: sink.port, tls: 'none', rejectUnauthorized: true },
    ...{ auth: 'none', timeoutMs: 10_000, maxConnections: 1, hostname: 'client.test' },
  })
  t.teardown(() => submission.close())

  const bytes = await eventually(
    async () => submission.attachableBytes(),
    (known) => known !== undefined,
  )

  // In base64 with line breaks, and room for the rest of the message.
  t.true(bytes !== undefined && (bytes / 57) * 78 < 9_940_000 && bytes > 7_200_000, String(bytes))
  t.deepEqual(sink.messages, [])
})

test('the server is asked again after an hour, and what it said holds while it is out', async (t) => {
  let at = 0
  const replies = ['250-mx.test\r\n250-SIZE 1000\r\n250 HELP\r\n', 'out', '250 SIZE 0\r\n']
  let asked = 0
  const limit = createSizeLimit({
    async greet() {
      asked += 1
      const reply = replies.shift() ?? ''
      if (reply === 'out') throw new Error('no answer')
      return reply
    },
    now: () => at,
  })
  const afterReply = async () => {
    limit.current()
    await new Promise((resolve) => setImmediate(resolve))
    return limit.current()
  }

  t.is(await afterReply(), 1_000)
  t.is(asked, 1)
  at += 3_600_000
  t.is(await afterReply(), 1_000)
  at += 60_000
  t.is(await afterReply(), undefined)
  t.is(asked, 3)
})
