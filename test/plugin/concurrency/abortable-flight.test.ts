import { EventEmitter, once } from 'node:events'
import test from 'ava'
import { createAbortableFlight } from '../../../plugin/concurrency/abortable-flight.ts'
import { stoppedWaiting } from '../../../proxy/mail/queue/waiting-limit.ts'

const patient = new AbortController().signal

test('a read that has not started answers everybody who requests the same', async (t) => {
  const { reads, started, answer: response } = openReads()

  const both = [reads.join('one', patient, started), reads.join('one', patient, started)]
  response(0, 'first')

  t.deepEqual(await Promise.all(both), ['first', 'first'])
})

test('a read that has started answers no one who asks later', async (t) => {
  const { reads, started, start, answer: response } = openReads()
  const first = reads.join('one', patient, started)
  await start(0)

  const second = reads.join('one', patient, started)
  response(0, 'first')
  response(1, 'second')

  t.deepEqual(await Promise.all([first, second]), ['first', 'second'])
})

test('a read that has started answers who uses only what never changes', async (t) => {
  const { reads, started, start, answer: response } = openReads()
  const first = reads.join('one', patient, started)
  await start(0)

  const second = reads.joinBegun('one', patient, started)
  response(0, 'first')

  t.deepEqual(await Promise.all([first, second]), ['first', 'first'])
})

test('a read that is answered answers no one who asks later', async (t) => {
  const { reads, started, start, answer: response } = openReads()
  const first = reads.join('one', patient, started)
  await start(0)
  response(0, 'first')
  await first

  const second = reads.joinBegun('one', patient, started)
  response(1, 'second')

  t.is(await second, 'second')
})

test('a read continues when one of two callers leaves', async (t) => {
  const { reads, started, answer: response } = openReads()
  const leaving = new AbortController()
  const first = reads.join('one', leaving.signal, started)
  const second = reads.join('one', patient, started)

  leaving.abort()
  response(0, 'first')

  await t.throwsAsync(first, { name: 'MailFault' })
  t.is(await second, 'first')
})

test('a read that all callers left ends, and the next caller has one of its own', async (t) => {
  const { reads, started, signalOf, answer: response } = openReads()
  const leaving = new AbortController()
  const first = reads.join('one', leaving.signal, started)
  leaving.abort()
  await t.throwsAsync(first, { name: 'MailFault' })

  const second = reads.join('one', patient, started)
  response(1, 'second')

  t.true(signalOf(0).aborted)
  t.is(await second, 'second')
})

test('a read that outlives its callers answers who asks once all of them have left', async (t) => {
  const { reads, started, answer: response, signalOf } = openReads({ outlivesCallers: true })
  const leaving = new AbortController()
  const first = reads.joinBegun('one', leaving.signal, started)
  leaving.abort()
  await t.throwsAsync(first, { name: 'MailFault' })

  const second = reads.joinBegun('one', patient, started)
  response(0, 'first')

  t.is(reads.size, 1)
  t.false(signalOf(0).aborted)
  t.is(await second, 'first')
  t.false(reads.has('one'))
})

/** Reads that the test starts and answers by their number. */
function openReads({ outlivesCallers = false } = {}) {
  const calls: { readonly start: () => void; readonly signal: AbortSignal }[] = []
  const responses = new EventEmitter()
  const given = new Map<number, string>()
  return {
    reads: createAbortableFlight<string>({
      closing: patient,
      stopped: stoppedWaiting,
      outlivesCallers,
    }),
    started: async (start: () => void, signal: AbortSignal) => {
      const number = calls.push({ start, signal }) - 1
      while (!given.has(number)) await once(responses, 'given')
      return given.get(number) ?? ''
    },
    start: async (number: number) => {
      await Promise.resolve()
      calls[number]?.start()
    },
    signalOf: (number: number) => calls[number]?.signal ?? patient,
    answer: (number: number, text: string) => {
      given.set(number, text)
      responses.emit('given')
    },
  }
}
