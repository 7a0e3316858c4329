import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { startRequestDeadline } from '../../../plugin/http/request-deadline.ts'

const limits = { requestMs: 20, silenceMs: 60_000, silenceBytes: 1 }

test('work that is allowed more time than others outlasts their limit', async (t) => {
  const deadline = startRequestDeadline(limits)
  t.teardown(() => deadline.stop())

  deadline.allow(60_000)
  await delay(5 * limits.requestMs)

  t.false(deadline.signal.aborted)
})
