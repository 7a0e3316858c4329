import test from 'ava'
import { Refusal } from '../../../plugin/http/refusal.ts'
import { createMemoryCounters, withFallback } from '../../../plugin/sign-in/counters.ts'
import { createThrottle } from '../../../plugin/sign-in/throttle.ts'
import type { CountLimit, Counters } from '../../../store/cluster/counters.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'

const never = new AbortController().signal
const ACCOUNT = 'ada@example.test'
const ADDRESS = '192.0.2.7'

function fixture(
  overrides: { readonly accountFailuresPerHour?: number; readonly counters?: Counters } = {},
) {
  const waits: number[] = []
  const clock = { ms: 0 }
  const throttle = createThrottle(
    () => ({
      delaysMs: [0, 0, 1_000, 2_000],
      lockAfter: 5,
      windowMs: 900_000,
      accountFailuresPerHour: overrides.accountFailuresPerHour ?? 100,
      waiting: 10,
      waitingPerPair: 10,
    }),
    {
      counters: overrides.counters ?? createMemoryCounters({ maxKeys: 1_000, now: () => clock.ms }),
      async wait(ms) {
        waits.push(ms)
      },
    },
  )
  const fail = async (clientIp = ADDRESS) =>
    (await throttle.startAttempt(ACCOUNT, clientIp, never)).refused(never)
  const startAttempt = (clientIp = ADDRESS) => throttle.startAttempt(ACCOUNT, clientIp, never)
  return { startAttempt, fail, waits, clock }
}

test('the response to a failure is delayed more each time', async (t) => {
  const { fail, waits } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await fail()
  t.deepEqual(waits, [1_000, 2_000, 2_000])
})

test('a pair is locked after too many failures, and the lock ends automatically', async (t) => {
  const { startAttempt, fail, clock } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await fail()

  const refusal = await t.throwsAsync(startAttempt(), { instanceOf: Refusal })
  t.is(refusal.code, 'sign_in_locked')
  t.is(refusal.retryAfterSeconds, 900)

  clock.ms += 900_000
  await t.notThrowsAsync(startAttempt())
})

test('the owner at another address is not locked out', async (t) => {
  const { startAttempt, fail } = fixture()
  for (let attempt = 0; attempt < 5; attempt += 1) await fail()
  await t.notThrowsAsync(startAttempt('192.0.2.8'))
})

test('guessing one account from many addresses meets the account-wide cap', async (t) => {
  const { startAttempt, fail } = fixture({ accountFailuresPerHour: 20 })
  for (let host = 0; host < 20; host += 1) {
    await fail(`198.51.100.${host}`)
  }
  await t.throwsAsync(startAttempt('203.0.113.1'), { instanceOf: Refusal })
})

test('a success forgives the pair', async (t) => {
  const { startAttempt, fail, waits } = fixture()
  for (let attempt = 0; attempt < 3; attempt += 1) await fail()
  await (await startAttempt()).accepted()
  await fail()
  t.deepEqual(waits, [1_000])
})

test('failures meet on the shared counters, wherever they were counted', async (t) => {
  const shared = createMemoryCounters({ maxKeys: 1_000, now: () => 0 })
  const own = () => createMemoryCounters({ maxKeys: 1_000, now: () => 0 })
  const one = fixture({ counters: withFallback(shared, own()) })
  const other = fixture({ counters: withFallback(shared, own()) })

  for (let attempt = 0; attempt < 5; attempt += 1) {
    await (attempt % 2 === 0 ? one : other).fail()
  }

  await t.throwsAsync(one.startAttempt(), { instanceOf: Refusal })
  await t.throwsAsync(other.startAttempt(), { instanceOf: Refusal })
})

test('without the shared counters those of the process continue from what it saw itself', async (t) => {
  const shared = createMemoryCounters({ maxKeys: 1_000, now: () => 0 })
  let isAway = false
  const flaky = <Arguments extends unknown[], Value>(
    work: (...given: Arguments) => Promise<Value>,
  ) => {
    return (...given: Arguments): Promise<Value> =>
      isAway
        ? Promise.reject(new StoreUnavailable('cache', 'not_connected', undefined))
        : work(...given)
  }
  const counters = withFallback(
    {
      read: flaky((key: string) => shared.read(key)),
      reserve: flaky((key: string, limit: CountLimit) => shared.reserve(key, limit)),
      clear: flaky((key: string) => shared.clear(key)),
    },
    createMemoryCounters({ maxKeys: 1_000, now: () => 0 }),
  )
  const { startAttempt, fail } = fixture({ counters })
  for (let attempt = 0; attempt < 3; attempt += 1) await fail()

  isAway = true
  for (let attempt = 0; attempt < 2; attempt += 1) await fail()

  await t.throwsAsync(startAttempt(), { instanceOf: Refusal })
})
