import test, { type ExecutionContext } from 'ava'
import { createRedisCounters } from '../../../store/cluster/counters.ts'
import { openRedis } from '../../../store/redis/connection.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedis, type RedisServer } from '../../support/redis/redis.ts'
import { until } from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

// What Redis keeps ends by the clock of its machine, which someone may set.

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const LOCK = { windowMs: 15 * MINUTE_MS, max: 2 }

for (const [direction, movedMs] of [
  ['an hour ahead', HOUR_MS],
  ['an hour back', -HOUR_MS],
] as const) {
  test(`a count in Redis whose clock moves ${direction} is neither forgotten nor lengthened`, async (t) => {
    const { redis, counters, pass } = await openCounters(t)
    await counters.reserve('robin', LOCK)
    await counters.reserve('robin', LOCK)
    pass(5 * MINUTE_MS)

    await moveClock(redis, movedMs)

    t.like(await counters.reserve('robin', LOCK), {
      count: 2,
      isTaken: false,
      endsInMs: 10 * MINUTE_MS,
    })
    pass(10 * MINUTE_MS)
    t.like(await counters.reserve('robin', LOCK), { count: 1, isTaken: true })
  })
}

test('a count that an instance with a clock ahead began is no longer than its time', async (t) => {
  const { counters, pass } = await openCounters(t)
  pass(HOUR_MS)
  await counters.reserve('robin', LOCK)
  await counters.reserve('robin', LOCK)

  pass(-HOUR_MS)

  const refused = await counters.reserve('robin', LOCK)
  t.like(refused, { isTaken: false, endsInMs: LOCK.windowMs })
  pass(LOCK.windowMs)
  t.like(await counters.reserve('robin', LOCK), { count: 1, isTaken: true })
})

test('counts do not stay in Redis permanently', async (t) => {
  const { redis, counters } = await openCounters(t)

  await counters.reserve('robin', LOCK)

  for (const { ttlMs } of await expiring(redis))
    t.true(ttlMs > LOCK.windowMs && ttlMs < 24 * HOUR_MS)
})

async function openCounters(t: ExecutionContext) {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  let now = Date.UTC(2026, 10, 22)
  const connection = openRedis({
    target: { url: redis.url },
    commandTimeoutMs: RESPONSE_WAIT_LIMIT_MS,
    now: Date.now,
    log: memoryLog(),
  })
  t.teardown(() => connection.close())
  await until(() => connection.state() === 'up')
  return {
    redis,
    counters: createRedisCounters(connection, () => now),
    pass: (ms: number) => {
      now += ms
    },
  }
}

/** What a move of its clock does: all that expires does so by so much sooner. */
async function moveClock(redis: RedisServer, movedMs: number): Promise<void> {
  for (const { key, ttlMs } of await expiring(redis)) {
    await redis.command('PEXPIRE', key, `${ttlMs - movedMs}`)
  }
}

async function expiring(redis: RedisServer) {
  const keys = (await redis.command('KEYS', '*'))
    .split('\r\n')
    .filter((word) => word.startsWith('postern:'))
  return Promise.all(
    keys.map(async (key) => ({
      key,
      ttlMs: Number(/:(-?\d+)/.exec(await redis.command('PTTL', key))?.[1]),
    })),
  )
}
