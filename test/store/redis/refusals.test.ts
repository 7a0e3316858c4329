import { rm } from 'node:fs/promises'
import test from 'ava'
import type { ExecutionContext } from 'ava'
import type { Store } from '../../../store/store.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { startRedis } from '../../support/redis/redis.ts'
import type { RedisServer } from '../../support/redis/redis.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { drained, newId, openTestStore, until } from '../fixture.ts'

/** A way in which Redis answers and takes nothing, and how someone ends it. */
interface Refusing {
  readonly settings?: readonly string[]
  readonly start: (redis: RedisServer) => Promise<unknown>
  readonly end: (redis: RedisServer) => Promise<unknown>
}

const refusals: Readonly<Record<string, Refusing>> = {
  OOM: {
    start: (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
    end: (redis) => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
  },
  READONLY: {
    start: (redis) => redis.command('REPLICAOF', '127.0.0.1', '1'),
    end: (redis) => redis.command('REPLICAOF', 'NO', 'ONE'),
  },
  MISCONF: {
    // A snapshot it cannot write, because its directory is missing.
    settings: ['--save', '3600 1'],
    start: async (redis) => {
      await rm(redis.directory, { recursive: true })
      await until(async () => {
        await redis.command('SET', 'other', newId())
        await redis.command('BGSAVE')
        return (await redis.command('INFO', 'persistence')).includes('rdb_last_bgsave_status:err')
      })
    },
    end: (redis) => redis.command('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'no'),
  },
}

/** Reads go to Redis and behind, never to what the process remembers. */
async function openHere(
  t: ExecutionContext,
  { url }: Pick<RedisServer, 'url'>,
  cacheTimeoutMs = RESPONSE_WAIT_LIMIT_MS,
) {
  const directory = await temporaryDirectory(t)
  const log = recordingLog()
  const limits = { memoryMs: 0, memoryEntries: 1, cacheTimeoutMs }
  const store = await openTestStore({ directory, redis: { url }, log, limits })
  t.teardown(() => store.close(0))
  return { store, log }
}

/** A log that keeps its lines about Redis with their reason. */
function recordingLog() {
  const lines: string[] = []
  const keep = (fields: Readonly<Record<string, unknown>>, message: string) => {
    if (!message.startsWith('redis')) return
    const reason = typeof fields['reason'] === 'string' ? ` (${fields['reason']})` : ''
    lines.push(message + reason)
  }
  return { lines, info: keep, warn: keep, error: keep }
}

async function redisHere(t: ExecutionContext, ...settings: readonly string[]) {
  const redis = await startRedis(...settings)
  // Killed: one that cannot save would rather live on.
  t.teardown(() => redis.kill().then(() => redis.stop()))
  return redis
}

function cacheIs(store: Store, state: 'up' | 'down'): Promise<void> {
  return until(async () => (await store.health()).cache === state)
}

for (const [code, { settings = [], start, end }] of Object.entries(refusals)) {
  test.serial(
    `a Redis that refuses writes with ${code} loses no session and brings none back`,
    async (t) => {
      const redis = await redisHere(t, ...settings)
      const { store, log } = await openHere(t, redis)
      await cacheIs(store, 'up')
      const [stored, changed, deleted] = [newId(), newId(), newId()]
      for (const id of [stored, changed, deleted]) {
        await store.sessions.save(id, { request_token: 'old' }, '192.0.2.7')
      }
      await drained(store)

      await start(redis)
      const during = Array.from({ length: 100 }, newId)
      await Promise.all(during.map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7')))
      await store.sessions.save(changed, { request_token: 'new' }, '192.0.2.7')
      await store.sessions.destroy(deleted)

      await cacheIs(store, 'down')
      t.truthy(await store.sessions.load(stored))
      t.is((await store.sessions.load(changed))?.variables['request_token'], 'new')
      t.is(await store.sessions.load(deleted), undefined)
      const found = await Promise.all(during.map((id) => store.sessions.load(id)))
      t.deepEqual(
        found.map((record) => record?.variables['user_id']),
        during,
      )

      await end(redis)
      await cacheIs(store, 'up')
      await until(async () => (await redis.command('KEYS', `*${deleted}`)).includes(deleted))
      t.is((await store.sessions.load(changed))?.variables['request_token'], 'new')
      t.is(await store.sessions.load(deleted), undefined)
      t.is(log.lines.length, 3, log.lines.join(', '))
      t.regex(
        log.lines[1] ?? '',
        new RegExp(`^redis takes no writes: going on without it \\(${code}`),
      )
      t.is(log.lines[2], 'redis takes writes again')
    },
  )
}

test.serial('a Redis that refuses writes is noticed by a process that only reads', async (t) => {
  const redis = await redisHere(t)
  const { store } = await openHere(t, redis)
  await cacheIs(store, 'up')

  await redis.command('CONFIG', 'SET', 'maxmemory', '1')

  await t.notThrowsAsync(cacheIs(store, 'down'))
})

test.serial(
  'a Redis that is still loading is waited for, and no caller waits for it',
  async (t) => {
    const redis = await redisHere(t)
    const { store, log } = await openHere(t, redis)
    await cacheIs(store, 'up')
    const known = newId()
    await store.sessions.save(known, { user_id: '1' }, '192.0.2.7')
    for (let count = 0; count < 200; count += 1) await redis.command('SET', `key${count}`, newId())

    await redis.restartLoading(20_000)
    const during = newId()
    await store.sessions.save(during, { user_id: '2' }, '192.0.2.7')
    t.truthy(await store.sessions.load(known))
    t.truthy(await store.sessions.load(during))
    t.regex(await redis.command('GET', 'key1'), /^-LOADING/)

    await cacheIs(store, 'up')
    t.truthy(await store.sessions.load(known))
    t.deepEqual(log.lines.length, 3, log.lines.join(', '))
  },
)

for (const [name, credentials, words] of [
  ['a wrong password', ':wrong@', /WRONGPASS/],
  ['no password', '', /NOAUTH/],
] as const) {
  test.serial(
    `${name} for Redis is told in one line, and sessions continue without it`,
    async (t) => {
      const redis = await redisHere(t)
      await redis.command('CONFIG', 'SET', 'requirepass', 'right')
      const url = redis.url.replace('redis://', `redis://${credentials}`)

      const { store, log } = await openHere(t, { url })
      const ids = Array.from({ length: 50 }, newId)
      await Promise.all(ids.map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7')))
      const found = await Promise.all(ids.map((id) => store.sessions.load(id)))
      await until(() => log.lines.length > 0)

      t.deepEqual(
        found.map((record) => record?.variables['user_id']),
        ids,
      )
      t.is((await store.health()).cache, 'down')
      t.is(log.lines.length, 1, log.lines.join(', '))
      t.regex(log.lines[0] ?? '', words)
      t.false(log.lines.join().includes('wrong@'))
    },
  )
}

test.serial('a Redis that is down is told with the reason', async (t) => {
  const redis = await redisHere(t)
  await redis.kill()

  const { log } = await openHere(t, redis)
  await until(() => log.lines.length > 0)

  t.regex(log.lines[0] ?? '', /^redis not connected: going on without it \(.*ECONNREFUSED/)
})

test.serial('a Redis whose clients are paused keeps no one waiting', async (t) => {
  const redis = await redisHere(t)
  const { store } = await openHere(t, redis, 250)
  await cacheIs(store, 'up')
  const known = newId()
  await store.sessions.save(known, { user_id: '1' }, '192.0.2.7')
  await drained(store)

  // Not awaited: no one gets a response any more.
  void redis.command('CLIENT', 'PAUSE', '60000', 'ALL').catch(() => undefined)
  await until(async () => {
    await store.sessions.save(newId(), {}, '192.0.2.7')
    return (await store.health()).cache === 'down'
  })
  const during = newId()
  await store.sessions.save(during, { user_id: '2' }, '192.0.2.7')

  t.truthy(await store.sessions.load(known))
  t.truthy(await store.sessions.load(during))
})
