import test from 'ava'
import {
  requestExtensions,
  createOfferedExtensions,
} from '../../../../proxy/mail/submission/offered-extensions.ts'
import { startSmtpSink } from '../../../support/smtp/sink.ts'
import { neverAborted, outgoing, submissionTo } from './outgoing.ts'

for (const offersDeliveryStatus of [true, false]) {
  test(`a server is asked what it offers (DSN: ${offersDeliveryStatus})`, async (t) => {
    const { host, port } = await startSmtpSink({ t, offersDeliveryStatus })

    const extensions = await requestExtensions({ host, port }, neverAborted())

    t.is(extensions.includes('DSN'), offersDeliveryStatus)
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

test('during an outage a server still offers what it offered before', async (t) => {
  let answers = [() => Promise.resolve(['DSN'])]
  let now = 1
  let asked = 0
  const offered = createOfferedExtensions({
    request: async () => {
      asked += 1
      const [answer = () => Promise.reject(new Error('away'))] = answers
      answers = []
      return answer()
    },
    now: () => now,
  })

  t.false(offered.has('DSN'))
  await settled()
  t.true(offered.has('DSN'))
  t.is(asked, 1)
  now += 3_600_000
  t.true(offered.has('DSN'))
  await settled()
  t.true(offered.has('DSN'))
  t.is(asked, 2)
})

/** Everything that waits for nothing else is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
