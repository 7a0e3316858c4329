import test from 'ava'
import type { Backend } from '../../../../plugin/admin/status/backends.ts'
import { createBackendWatch } from '../../../../plugin/admin/status/backend-watch.ts'
import { createTestClock } from '../../../support/clock.ts'

function counted() {
  const clock = createTestClock(() => 0)
  let asked = 0
  const examine = async (): Promise<readonly Backend[]> => {
    asked += 1
    return [{ id: 'imap', name: 'IMAP', address: '', state: 'up', detail: `answer ${asked}` }]
  }
  const watch = createBackendWatch({ examine, freshMs: 1_000, now: () => clock.now() })
  return { clock, watch, asked: () => asked }
}

test('backends are asked once for all who look within the time', async (t) => {
  const { clock, watch, asked } = counted()

  await Promise.all([watch.look(), watch.look()])
  clock.advance(999)
  await watch.look()

  t.is(asked(), 1)
})

test('an answer that is too old is asked for anew', async (t) => {
  const { clock, watch } = counted()

  await watch.look()
  clock.advance(1_000)
  const [backend] = await watch.look()

  t.is(backend?.detail, 'answer 2')
})

test('what is known is told without a wait', async (t) => {
  const { watch } = counted()

  const before = watch.known()
  await watch.look()

  t.deepEqual(before, [])
  t.is(watch.known().length, 1)
})
