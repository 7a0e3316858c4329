import test from 'ava'
import type { ExecutionContext } from 'ava'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { openRedis } from '../../../store/redis/connection.ts'
import { createRedisCache } from '../../../store/cache/redis.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedis } from '../../support/redis/redis.ts'
import type { RedisServer } from '../../support/redis/redis.ts'
import { runCacheContract, storedSession } from '../cache/contract.ts'
import { until } from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** For a Redis that will not answer. */
const SHORT_MS = 250

async function openCache(
  t: ExecutionContext,
  redis?: RedisServer,
  commandTimeoutMs = RESPONSE_WAIT_LIMIT_MS,
) {
  const server = redis ?? (await startRedis())
  if (redis === undefined) t.teardown(() => server.stop())
  const log = memoryLog()
  const target = { url: server.url }
  const cache = createRedisCache({
    connection: openRedis({ target, commandTimeoutMs, now: Date.now, log }),
    keys: () => [Buffer.alloc(32, 1)],
    refreshKeys: () => Promise.resolve(),
    log,
  })
  t.teardown(() => cache.close())
  await until(() => cache.state() === 'up')
  return cache
}

runCacheContract('redis', (t) => openCache(t))

test.serial('a hung Redis ends in a fault, not in waiting', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const cache = await openCache(t, redis, SHORT_MS)
  redis.pause()

  const error = await t.throwsAsync(cache.get('0'.repeat(32)), { instanceOf: StoreUnavailable })

  t.is(error.store, 'cache')
})

test.serial('a hung Redis is soon no longer asked, and asked again when it is back', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const cache = await openCache(t, redis, SHORT_MS)
  const session = storedSession()
  redis.pause()

  await until(() =>
    cache.get(session.id).then(
      () => false,
      () => cache.state() === 'down',
    ),
  )
  const error = await t.throwsAsync(cache.get(session.id), { instanceOf: StoreUnavailable })
  t.is(error.engineCode, 'breaker_open')

  redis.resume()
  await until(() =>
    cache.set(session, 60_000).then(
      () => true,
      () => false,
    ),
  )
  t.is(cache.state(), 'up')
})

test.serial('a Redis that started again is cold', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const cache = await openCache(t, redis)
  const session = storedSession()
  await cache.set(session, 60_000)
  const before = await redis.command('KEYS', '*')

  await redis.restart()
  await until(() => cache.state() === 'up')
  await until(() =>
    cache.set(session, 60_000).then(
      () => true,
      () => false,
    ),
  )

  t.not(await redis.command('KEYS', '*'), before)
})

test.serial('a Redis that refuses writes ends in a fault', async (t) => {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  const cache = await openCache(t, redis)
  await redis.command('CONFIG', 'SET', 'maxmemory', '1')

  await t.throwsAsync(cache.set(storedSession(), 60_000), { instanceOf: StoreUnavailable })
})
