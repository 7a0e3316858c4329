import test from 'ava'
import type { ExecutionContext } from 'ava'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../../store/store.ts'
import type { RedisTarget } from '../../../store/redis/connect.ts'
import { startRedisCluster } from '../../support/redis/cluster.ts'
import { startSentinelGroup } from '../../support/redis/sentinel.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { newId, openTestStore, until } from '../fixture.ts'
import { memoryLog } from '../../support/memory-log.ts'

const user = { username: 'postern', password: 'data-Zq9' }
const sentinelUser = { username: 'asker', password: 'sentinel-Zq9' }

test.serial('a Sentinel failover during traffic loses no session and no request', async (t) => {
  const group = await startSentinelGroup()
  t.teardown(() => group.stop())
  const log = memoryLog()
  const target = { sentinels: group.sentinels, name: group.name }
  const store = await openWithoutMemory(t, target, log)

  const ids = await saveAcross(store, () => group.failOver())

  t.deepEqual(await lostOf(store, ids), [])
  t.deepEqual(redisLines(log), [
    'redis connected',
    'redis not connected: going on without it',
    'redis connected',
  ])
})

test.serial('so does one where servers and Sentinels each demand a password', async (t) => {
  const group = await startSentinelGroup({ user, sentinelUser })
  t.teardown(() => group.stop())
  const store = await openWithoutMemory(t, {
    sentinels: group.sentinels,
    name: group.name,
    ...user,
    sentinelUsername: sentinelUser.username,
    sentinelPassword: sentinelUser.password,
  })

  const ids = await saveAcross(store, () => group.failOver())

  t.deepEqual(await lostOf(store, ids), [])
})

test.serial('a failover in a Cluster during traffic loses no session and no request', async (t) => {
  const cluster = await startRedisCluster()
  t.teardown(() => cluster.stop())
  const log = memoryLog()
  const store = await openWithoutMemory(t, { cluster: cluster.nodes }, log)

  const ids = await saveAcross(store, () => cluster.failOver())

  t.deepEqual(await lostOf(store, ids), [])
  // A master that is silent, or says that the Cluster is down: whichever is met first, each with its end.
  const lines = redisLines(log)
  const count = (line: string) => lines.filter((one) => one === line).length
  const silences = count('redis does not answer: going on without it')
  const refusals = count('redis takes no writes: going on without it')
  t.is(count('redis connected'), 1)
  t.true(silences + refusals > 0)
  t.is(count('redis answers again'), silences)
  t.is(count('redis takes writes again'), refusals)
  t.is(lines.length, 1 + 2 * (silences + refusals))
})

test.serial('so does one in a Cluster that demands a password', async (t) => {
  const cluster = await startRedisCluster({ user })
  t.teardown(() => cluster.stop())
  const store = await openWithoutMemory(t, { cluster: cluster.nodes, ...user })

  const ids = await saveAcross(store, () => cluster.failOver())

  t.deepEqual(await lostOf(store, ids), [])
})

/** Reads go to Redis and behind, never to what the process remembers. */
async function openWithoutMemory(
  t: ExecutionContext,
  redis: RedisTarget,
  log = memoryLog(),
): Promise<Store> {
  const directory = await temporaryDirectory(t)
  const store = await openTestStore({ directory, redis, log, limits: { memoryMs: 0 } })
  t.teardown(() => store.close())
  await cacheIsUp(store)
  return store
}

/** What the service log says of Redis. */
function redisLines({ messages }: ReturnType<typeof memoryLog>): readonly string[] {
  return messages.filter((message) => message.startsWith('redis'))
}

/** Saves sessions before, during and after the failure; a save that is refused fails the test. */
async function saveAcross(store: Store, failOver: () => Promise<void>): Promise<readonly string[]> {
  const ids: string[] = []
  const ending = new AbortController()
  const traffic = async () => {
    while (!ending.signal.aborted) {
      const id = newId()
      await store.sessions.save(id, { username: id }, '192.0.2.1')
      ids.push(id)
      await sleep(5)
    }
  }
  const running = traffic()
  await until(() => ids.length > 20)
  await failOver()
  await cacheIsUp(store)
  const afterwards = ids.length
  await until(() => ids.length > afterwards + 20)
  ending.abort()
  await running
  return ids
}

function cacheIsUp(store: Store): Promise<void> {
  return until(async () => (await store.health()).cache === 'up')
}

async function lostOf(store: Store, ids: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(ids.map((id) => store.sessions.load(id)))
  return ids.filter((_, index) => found[index] === undefined)
}
