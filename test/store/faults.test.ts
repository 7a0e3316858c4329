import test from 'ava'
import type { ExecutionContext } from 'ava'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseErrorReport } from '../../store/database/error-report.ts'
import { lockDatabase } from '../support/database/lock.ts'
import { RESPONSE_WAIT_LIMIT_MS } from '../support/process/wait-limit.ts'
import { startRedis } from '../support/redis/redis.ts'
import type { RedisServer } from '../support/redis/redis.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'
import {
  databaseRows,
  drained,
  keys,
  newId,
  openTestStore,
  storePaths,
  until,
  recordSignIn,
} from './fixture.ts'
import { memoryLog } from '../support/memory-log.ts'

async function redisHere(t: ExecutionContext): Promise<RedisServer> {
  const redis = await startRedis()
  t.teardown(() => redis.stop())
  return redis
}

async function openHere(
  t: ExecutionContext,
  more: Omit<Parameters<typeof openTestStore>[0], 'directory'> & { directory?: string } = {},
) {
  const directory = more.directory ?? (await temporaryDirectory(t))
  const store = await openTestStore({ ...more, directory })
  t.teardown(() => store.close(0))
  if (more.redis) await until(async () => (await store.health()).cache === 'up')
  return { directory, store }
}

test.serial(
  'a locked database fails no save and no load, and everything drains afterwards',
  async (t) => {
    const reports: DatabaseErrorReport[] = []
    const { directory, store } = await openHere(t, { reports })
    const ids = Array.from({ length: 3_000 }, newId)
    await store.sessions.save(newId(), {}, '192.0.2.7')
    await drained(store)
    const lock = await lockDatabase(storePaths(directory).databasePath)

    const saving = ids.map((id) => store.sessions.save(id, { user_id: id }, '192.0.2.7'))
    await Promise.all(saving)
    await until(() => reports.length > 0)
    const loaded = await Promise.all(ids.map((id) => store.sessions.load(id)))
    const userId = await recordSignIn(store.users, 'anna', 'localhost')
    await lock.release()

    t.true(loaded.every((record, at) => record?.variables['user_id'] === ids[at]))
    await drained(store)
    t.is((await databaseRows(directory, 'SELECT * FROM session')).length, ids.length + 1)
    const [user] = await databaseRows(directory, 'SELECT user_id FROM users')
    t.is(user?.['user_id'], userId)
  },
)

test.serial(
  'a locked database is reported once, with placeholders instead of values',
  async (t) => {
    const reports: DatabaseErrorReport[] = []
    const { directory, store } = await openHere(t, { reports })
    await store.sessions.save(newId(), {}, '192.0.2.7')
    await drained(store)
    const lock = await lockDatabase(storePaths(directory).databasePath)
    const id = newId()

    await store.sessions.save(id, { password: 'sealed' }, '192.0.2.7')
    await until(() => reports.length > 0)
    await sleep(1_000)
    await lock.release()

    t.is(reports.length, 1)
    t.is(reports[0]?.code, '5')
    t.is(reports[0]?.text, 'database is locked')
    t.regex(reports[0]?.sql ?? '', /^INSERT INTO session \(sess_id, vars.*VALUES \(\?, /)
    t.false(JSON.stringify(reports).includes(id))
  },
)

test.serial('a store starts and serves while the database is locked', async (t) => {
  const { directory, store: first } = await openHere(t)
  await first.sessions.save(newId(), {}, '192.0.2.7')
  await first.close()
  const lock = await lockDatabase(storePaths(directory).databasePath)

  const { store } = await openHere(t, { directory })
  const id = newId()
  await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

  t.truthy(await store.sessions.load(id))
  await lock.release()
  await drained(store)
  t.is((await databaseRows(directory, 'SELECT * FROM session')).length, 2)
})

test.serial('an emptied Redis logs no one out and brings no one back', async (t) => {
  const redis = await redisHere(t)
  const { store } = await openHere(t, { redis, limits: { memoryMs: 0, memoryEntries: 1 } })
  const [alive, deleted] = [newId(), newId()]
  await store.sessions.save(alive, { user_id: '1' }, '192.0.2.7')
  await store.sessions.save(deleted, { user_id: '2' }, '192.0.2.7')
  await store.sessions.destroy(deleted)
  await drained(store)

  await redis.flushAll()

  t.truthy(await store.sessions.load(alive))
  t.is(await store.sessions.load(deleted), undefined)
})

test.serial('a Redis that is down loses no session', async (t) => {
  const redis = await redisHere(t)
  const { store } = await openHere(t, { redis, limits: { memoryMs: 0, memoryEntries: 1 } })
  const [before, during] = [newId(), newId()]
  await store.sessions.save(before, { user_id: '1' }, '192.0.2.7')

  await redis.kill()
  await store.sessions.save(during, { user_id: '2' }, '192.0.2.7')

  t.truthy(await store.sessions.load(before))
  t.truthy(await store.sessions.load(during))
  await redis.restart()
  await until(async () => (await store.health()).cache === 'up')
  t.truthy(await store.sessions.load(before))
  t.truthy(await store.sessions.load(during))
})

test.serial('a store starts and serves without its Redis', async (t) => {
  const redis = await redisHere(t)
  await redis.kill()
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory, redis })
  t.teardown(() => store.close(0))
  const id = newId()

  await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')

  t.truthy(await store.sessions.load(id))
  t.is((await store.health()).cache, 'down')
})

test.serial(
  'a hung Redis brings back neither an old version nor a logged-out session',
  async (t) => {
    const redis = await redisHere(t)
    const { store } = await openHere(t, { redis, limits: { memoryMs: 0, memoryEntries: 1 } })
    const [changed, deleted] = [newId(), newId()]
    await store.sessions.save(changed, { request_token: 'old' }, '192.0.2.7')
    await store.sessions.save(deleted, { user_id: '2' }, '192.0.2.7')
    redis.pause()
    await store.sessions.save(changed, { request_token: 'new' }, '192.0.2.7')
    await store.sessions.destroy(deleted)
    await drained(store)

    redis.resume()

    t.is((await store.sessions.load(changed))?.variables['request_token'], 'new')
    t.is(await store.sessions.load(deleted), undefined)
    const inRedis = async (id: string) => (await redis.command('KEYS', `*${id}`)).includes(id)
    await until(() => inRedis(deleted))
    await until(async () => (await store.health()).cache === 'up')
    t.is((await store.sessions.load(changed))?.variables['request_token'], 'new')
    t.is(await store.sessions.load(deleted), undefined)
  },
)

test.serial('what a hung Redis missed is told to it by the next process', async (t) => {
  const redis = await redisHere(t)
  const { directory, store } = await openHere(t, { redis })
  const [changed, deleted] = [newId(), newId()]
  await store.sessions.save(changed, { request_token: 'old' }, '192.0.2.7')
  await store.sessions.save(deleted, { user_id: '2' }, '192.0.2.7')
  redis.pause()
  await store.sessions.save(changed, { request_token: 'new' }, '192.0.2.7')
  await store.sessions.destroy(deleted)
  await drained(store)
  await store.close(0)
  redis.resume()

  const { store: next } = await openHere(t, { redis, directory })

  t.is((await next.sessions.load(changed))?.variables['request_token'], 'new')
  t.is(await next.sessions.load(deleted), undefined)
})

test.serial('a Redis log has one line per change of state', async (t) => {
  const redis = await redisHere(t)
  const log = memoryLog()
  const { store } = await openHere(t, {
    redis,
    log,
    limits: { cacheTimeoutMs: RESPONSE_WAIT_LIMIT_MS },
  })
  await redis.kill()
  await until(async () => (await store.health()).cache === 'down')

  for (let count = 0; count < 50; count += 1) {
    await store.sessions.save(newId(), {}, '192.0.2.7')
  }
  await redis.restart()
  await until(async () => (await store.health()).cache === 'up')

  t.deepEqual(
    log.messages.filter((message) => message.startsWith('redis')),
    ['redis connected', 'redis not connected: going on without it', 'redis connected'],
  )
})

test.serial('a cached session with a wrong code is a miss', async (t) => {
  const redis = await redisHere(t)
  const log = memoryLog()
  const { directory, store } = await openHere(t, { redis, log })
  const id = newId()
  const saved = await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')
  await drained(store)
  await store.close()
  const [key = ''] = /postern:\S+/.exec(await redis.command('KEYS', `*${id}`)) ?? []
  // The first digit of the version, behind the 43 characters of the code.
  await redis.command('SETRANGE', key, '44', '8')

  const { store: next } = await openHere(t, { redis, log, directory })
  const record = await next.sessions.load(id)

  t.is(record?.version, saved.version)
  t.true(log.messages.includes('cached session with a wrong code: ignored and removed'))
})

test.serial('a session cached under another master key is a miss', async (t) => {
  const redis = await redisHere(t)
  const { directory, store } = await openHere(t, { redis })
  const id = newId()
  await store.sessions.save(id, { user_id: '1' }, '192.0.2.7')
  await drained(store)
  await store.close()
  const other = { kid: '2', secret: Buffer.alloc(32, 9) }

  const { store: next } = await openHere(t, {
    redis,
    directory,
    keys: { newest: other, all: [...keys.all, other] },
  })

  t.truthy(await next.sessions.load(id))
})

test.serial('the thread pool continues while the database is locked', async (t) => {
  const { directory, store } = await openHere(t)
  await store.sessions.save(newId(), {}, '192.0.2.7')
  await drained(store)
  const lock = await lockDatabase(storePaths(directory).databasePath)

  await store.sessions.save(newId(), {}, '192.0.2.7')
  // More jobs than the pool has threads: they could not end before the lock does if it starved them.
  await Promise.all(Array.from({ length: 64 }, () => stat(directory)))
  const isLocked = (await store.health()).backlog > 0
  await lock.release()

  t.true(isLocked)
})
