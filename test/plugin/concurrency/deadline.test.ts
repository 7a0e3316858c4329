import test from 'ava'
import {
  DeadlineExceeded,
  startDeadline,
  waitAtMost,
  withDeadline,
} from '../../../plugin/concurrency/deadline.ts'

const never = new Promise<string>(() => undefined)
const LONG_MS = 60_000

test('work in time has its own outcome', async (t) => {
  t.is(await withDeadline(Promise.resolve('done'), LONG_MS), 'done')
  t.is(await waitAtMost(Promise.resolve('done'), LONG_MS), 'done')
  await t.throwsAsync(withDeadline(Promise.reject(new Error('own')), LONG_MS), { message: 'own' })
})

test('late work is a rejection where it is needed, and undefined where it is not', async (t) => {
  await t.throwsAsync(withDeadline(never, 1), { instanceOf: DeadlineExceeded })
  await t.throwsAsync(
    withDeadline(never, 1, (ms) => {
      throw new Error(`later than ${ms}`)
    }),
    { message: 'later than 1' },
  )
  t.is(await waitAtMost(never, 1), undefined)
})

test('a deadline aborts with its caller, and is not over then', (t) => {
  const caller = new AbortController()
  const deadline = startDeadline(caller.signal, LONG_MS)
  t.teardown(() => deadline.end())

  caller.abort(new Error('left'))

  t.is(deadline.signal.reason, caller.signal.reason)
  t.false(deadline.isOver())
})
