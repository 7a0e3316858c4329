import test from 'ava'
import { Refusal } from '../../plugin/refusal.ts'
import { createThrottle } from '../../plugin/sign-in/throttle.ts'

const never = new AbortController().signal
const ACCOUNT = 'ada@example.test'
const ADDRESS = '192.0.2.7'

function fixture(overrides: { readonly accountFailuresPerHour?: number } = {}) {
  const waits: number[] = []
  const clock = { ms: 0 }
  const throttle = createThrottle(
    {
      delaysMs: [0, 0, 1_000, 2_000],
      lockAfter: 5,
      windowMs: 900_000,
      accountFailuresPerHour: overrides.accountFailuresPerHour ?? 100,
      trackedPairs: 1_000,
      waiting: 10,
    },
    {
      now: () => clock.ms,
      async wait(ms) {
        waits.push(ms)
      },
    },
  )
  return { throttle, waits, clock }
}

test('the answer to a failure is delayed more each time', async (t) => {
  const { throttle, waits } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await throttle.failed(ACCOUNT, ADDRESS, never)
  t.deepEqual(waits, [1_000, 2_000, 2_000])
})

test('a pair is locked after too many failures, and the lock ends by itself', async (t) => {
  const { throttle, clock } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await throttle.failed(ACCOUNT, ADDRESS, never)

  const refusal = t.throws(() => throttle.check(ACCOUNT, ADDRESS), { instanceOf: Refusal })
  t.is(refusal.code, 'sign_in_locked')
  t.is(refusal.retryAfterSeconds, 900)

  clock.ms += 900_000
  t.notThrows(() => throttle.check(ACCOUNT, ADDRESS))
})

test('the owner at another address is not locked out', async (t) => {
  const { throttle } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await throttle.failed(ACCOUNT, ADDRESS, never)
  t.notThrows(() => throttle.check(ACCOUNT, '192.0.2.8'))
})

test('guessing one account from many addresses meets the account-wide cap', async (t) => {
  const { throttle } = fixture({ accountFailuresPerHour: 20 })
  for (let host = 0; host < 20; host += 1) {
    await throttle.failed(ACCOUNT, `198.51.100.${host}`, never)
  }
  t.throws(() => throttle.check(ACCOUNT, '203.0.113.1'), { instanceOf: Refusal })
})

test('a success forgives the pair', async (t) => {
  const { throttle, waits } = fixture()
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.failed(ACCOUNT, ADDRESS, never)
  throttle.succeeded(ACCOUNT, ADDRESS)
  await throttle.failed(ACCOUNT, ADDRESS, never)
  t.deepEqual(waits, [1_000])
})
