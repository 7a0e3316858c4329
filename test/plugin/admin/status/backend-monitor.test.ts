import test from 'ava'
import type { Backend } from '../../../../plugin/admin/status/backends.ts'
import { createBackendMonitor } from '../../../../plugin/admin/status/backend-monitor.ts'
import { createTestClock } from '../../../support/clock.ts'

function counted() {
  const clock = createTestClock(() => 0)
  let requestCount = 0
  const examine = async (): Promise<readonly Backend[]> => {
    requestCount += 1
    return [
      { id: 'imap', name: 'IMAP', address: '', state: 'up', detail: `answer ${requestCount}` },
    ]
  }
  const watch = createBackendMonitor({ examine, freshMs: 1_000, now: () => clock.now() })
  return { clock, watch, requestCount: () => requestCount }
}

test('backends are asked once for all who look within the time', async (t) => {
  const { clock, watch, requestCount } = counted()

  await Promise.all([watch.look(), watch.look()])
  clock.advance(999)
  await watch.look()

  t.is(requestCount(), 1)
})

test('a response that is too old is requested again', async (t) => {
  const { clock, watch } = counted()

  await watch.look()
  clock.advance(1_000)
  const [backend] = await watch.look()

  t.is(backend?.detail, 'answer 2')
})

test('what is known is told without a wait', async (t) => {
  const { watch } = counted()

  const before = watch.latest()
  await watch.look()

  t.deepEqual(before, [])
  t.is(watch.latest().length, 1)
})
