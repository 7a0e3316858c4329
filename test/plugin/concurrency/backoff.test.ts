import test from 'ava'
import { backoffMs, withJitter } from '../../../plugin/concurrency/backoff.ts'

test('the pause doubles with each failure up to its limit', (t) => {
  const pauses = [0, 1, 2, 3, 5_000].map((failures) =>
    backoffMs(failures, { firstMs: 100, maxMs: 700 }),
  )

  t.deepEqual(pauses, [100, 200, 400, 700, 700])
})

test('jitter spreads a pause evenly around its length', (t) => {
  const pauses = [0, 0.5, 1].map((random) => withJitter(1_000, 0.5, () => random))

  t.deepEqual(pauses, [750, 1_000, 1_250])
})
