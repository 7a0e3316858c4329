import test from 'ava'
import type { NativeMessage } from '../../../../../plugin/wire/native/types.ts'
import { createMessageCache } from '../../../../../plugin/web/state/message/cache.ts'
import { problemOf, unreadable } from '../../../../../plugin/web/wire/http/problem.ts'
import { fakeMessage, mailbox, nativeMessage } from '../../../../support/web/fake-mail.ts'

const name = { mailbox: 'INBOX', uidValidity: '1', uid: 1 }
const message = nativeMessage(mailbox('INBOX', null), fakeMessage(1), false)
const outage = problemOf(
  {
    kind: 'error',
    code: 'mail_timeout',
    message: 'The mail server took too long to answer.',
    retry: true,
    retryAfterSeconds: null,
    requestId: '0123abcd',
  },
  504,
)
const { signal: patient } = new AbortController()

interface Question {
  readonly response: (message: NativeMessage) => void
  readonly fail: (error: Error) => void
}

/** A cache whose questions the test answers; an outage is told and not waited for. */
function openCache() {
  const requested: Question[] = []
  const request = () =>
    new Promise<NativeMessage>((response, fail) => {
      requested.push({ response, fail })
    })
  const cache = createMessageCache({
    requests: { message: request, messageAhead: request },
    connection: { state: { peek: () => ({ kind: 'online' }) }, reach: (call) => call() },
    maxMessages: 10,
    freshMs: 1_000,
    now: () => 0,
  })
  return { cache, requested }
}

for (const way of ['prefetch', 'fetchAhead'] as const) {
  test(`an outage that ${way} met is told to who opened the message meanwhile`, async (t) => {
    const { cache, requested } = openCache()
    void cache[way](name, patient)

    const opened = cache.fetch(name, patient)
    requested[0]?.fail(outage)

    await t.throwsAsync(opened, { is: outage })
    t.is(requested.length, 1)
  })
}

test('a message that the server would not have fetched ahead is requested once it is opened', async (t) => {
  const { cache, requested } = openCache()
  void cache.fetchAhead(name, patient)

  const opened = cache.fetch(name, patient)
  requested[0]?.fail(unreadable(204))
  while (requested.length < 2) await new Promise((resolve) => setImmediate(resolve))
  requested[1]?.response(message)

  t.is(await opened, message)
})
