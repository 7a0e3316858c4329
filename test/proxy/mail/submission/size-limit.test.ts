import test from 'ava'
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
