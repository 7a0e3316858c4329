import test from 'ava'
import { eventually } from '../../../support/database/rows.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { neverAborted, outgoing, submissionTo } from './outgoing.ts'

for (const offersDeliveryStatus of [true, false]) {
  test(`a server is asked what it offers (DSN: ${offersDeliveryStatus})`, async (t) => {
    const sink = await startSmtpSink({ t, offersDeliveryStatus, maxMessageBytes: 10_000_000 })
    const submission = submissionTo(sink)
    t.teardown(() => submission.close())

    await eventually(
      async () => submission.attachableBytes(),
      (known) => known !== undefined,
    )

    t.is(submission.offersDeliveryStatus(), offersDeliveryStatus)
  })
}

test('of several recipients none is named to the servers of the others, and what asks nothing sends nothing', async (t) => {
  const sink = await startSmtpSink({ t, offersDeliveryStatus: true })
  const submission = submissionTo(sink)
  t.teardown(() => submission.close())
  const bcc = [{ name: '', address: 'cem@receiver.test' }]

  for (const reportsDelivery of [true, false]) {
    const built = await submission.build(outgoing({ bcc, reportsDelivery }))
    await submission.send(built, undefined, neverAborted())
  }

  const [asked, plain] = sink.messages
  t.is(asked?.statusRequest?.ret, 'HDRS')
  t.deepEqual(asked?.originalRecipients, [undefined, undefined])
  t.falsy(plain?.statusRequest?.ret)
})
