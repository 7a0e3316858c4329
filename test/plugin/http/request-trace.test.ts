import test from 'ava'
import { createRequestTrace, during } from '../../../plugin/http/request-trace.ts'

/** A stopwatch moved manually. */
function stopwatch() {
  let ms = 1_000
  return { now: () => ms, pass: (more: number) => void (ms += more) }
}

test('the phases of a straight line add up to the whole', (t) => {
  const { now, pass } = stopwatch()
  const trace = createRequestTrace(now)

  pass(1)
  trace.enter('session')
  pass(2)
  trace.enter('own')
  pass(4)
  const { totalMs, phases } = trace.summary()

  t.is(totalMs, 7)
  t.deepEqual(
    [...phases],
    [
      ['gate', 1],
      ['session', 2],
      ['own', 4],
    ],
  )
})

test('a span takes its time from the line', async (t) => {
  const { now, pass } = stopwatch()
  const trace = createRequestTrace(now)
  trace.enter('own')

  pass(1)
  await during(trace, 'render', async () => pass(10))
  pass(1)

  t.deepEqual(
    [...trace.summary().phases],
    [
      ['own', 2],
      ['render', 10],
    ],
  )
})

test('a span that fails has ended too', async (t) => {
  const { now, pass } = stopwatch()
  const trace = createRequestTrace(now)

  await t.throwsAsync(during(trace, 'imap', () => Promise.reject(new Error('gone'))))
  pass(5)

  t.deepEqual([...trace.summary().phases], [['gate', 5]])
})

test('a wait for a turn is distinguished from the work that follows', (t) => {
  const { now, pass } = stopwatch()
  const trace = createRequestTrace(now)

  const span = trace.span('queue')
  pass(3)
  span.turnTo('imap')
  pass(7)
  span.end()

  t.deepEqual(
    [...trace.summary().phases],
    [
      ['queue', 3],
      ['imap', 7],
    ],
  )
})

test('queueing behind work of the same request is that work', (t) => {
  const { now, pass } = stopwatch()
  const trace = createRequestTrace(now)

  const first = trace.span('imap')
  const second = trace.span('queue')
  pass(5)
  first.end()
  second.turnTo('imap')
  pass(2)
  second.end()

  t.deepEqual([...trace.summary().phases], [['imap', 7]])
})

test('a request that was refused at the gate has no action', (t) => {
  t.is(createRequestTrace(() => 0).summary().action, 'unrouted')
})
