import test from 'ava'
import type { ExecutionContext } from 'ava'
import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import type { Store } from '../../../store/store.ts'
import type { RedisTarget } from '../../../store/redis/connect.ts'
import type { DatabaseServer } from '../../support/database/server.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { startRedisCluster } from '../../support/redis/cluster.ts'
import { startSentinelGroup } from '../../support/redis/sentinel.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { newId, openTestStore, until } from '../fixture.ts'

const IP = '192.0.2.1'

let sql: DatabaseServer
test.before(async () => {
  sql = await startPostgres()
})
test.after.always(() => sql.stop())

test.serial('two instances over Sentinels stay one service over a failover', async (t) => {
  const group = await startSentinelGroup()
  t.teardown(() => group.stop())

  await staysOneService(t, { sentinels: group.sentinels, name: group.name }, () => group.failOver())
})

test.serial('two instances over a Cluster stay one service over a failover', async (t) => {
  const cluster = await startRedisCluster()
  t.teardown(() => cluster.stop())

  await staysOneService(t, { cluster: cluster.nodes }, () => cluster.failOver())
})

async function staysOneService(
  t: ExecutionContext,
  redis: RedisTarget,
  failOver: () => Promise<void>,
): Promise<void> {
  // Fresh for ever: only a message of another instance can end what is in memory.
  const [one, other] = [await open(t, redis, 600_000), await open(t, redis, 600_000)]
  // Reads always go to the stores.
  const reader = await open(t, redis, 0)

  const { acknowledged, unknown } = await createAcross([one, other], reader, failOver)

  t.true(acknowledged.length > 40)
  t.deepEqual(unknown, [])
  for (const id of acknowledged) t.truthy(await reader.sessions.load(id))
  await until(() => isAnnounced(one, other))
  await one.counters?.reserve('robin', { windowMs: 60_000, max: 9 })
  t.like(await other.counters?.reserve('robin', { windowMs: 60_000, max: 9 }), { count: 2 })
}

async function open(t: ExecutionContext, redis: RedisTarget, memoryMs: number): Promise<Store> {
  const store = await openTestStore({
    directory: await temporaryDirectory(t),
    redis,
    url: sql.url,
    isOneOfSeveral: true,
    limits: { memoryMs, endsEveryMs: 600_000 },
  })
  t.teardown(() => store.close(0))
  await cacheIsUp(store)
  return store
}

/** Both create sessions in turn before, during and after the failure; each is looked for at once elsewhere. */
async function createAcross(
  instances: readonly [Store, Store],
  reader: Store,
  failOver: () => Promise<void>,
) {
  const acknowledged: string[] = []
  const unknown: string[] = []
  const ending = new AbortController()
  const traffic = async () => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const id = newId()
      const store = instances[turn % 2 === 0 ? 0 : 1]
      if (await isAcknowledged(store, id)) {
        acknowledged.push(id)
        if ((await seen(reader, id)) === 'none') unknown.push(id)
      }
      await sleep(5)
    }
  }
  const running = traffic()
  await until(() => acknowledged.length > 20)
  await failOver()
  await cacheIsUp(reader)
  const afterwards = acknowledged.length
  await until(() => acknowledged.length > afterwards + 20)
  ending.abort()
  await running
  return { acknowledged, unknown }
}

async function isAcknowledged({ sessions }: Store, id: string): Promise<boolean> {
  try {
    await sessions.create(id, { username: id }, IP)
    return true
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

async function seen(store: Store, id: string): Promise<'session' | 'none' | 'fault'> {
  try {
    return (await store.sessions.load(id)) === undefined ? 'none' : 'session'
  } catch (error) {
    if (error instanceof StoreUnavailable) return 'fault'
    throw error
  }
}

/** A sign-out at one, heard of by the other before it could have found out for itself. */
async function isAnnounced(one: Store, other: Store): Promise<boolean> {
  const id = newId()
  const heard: string[] = []
  other.onSessionEnded((ended) => heard.push(ended))
  await one.sessions.create(id, {}, IP)
  await one.sessions.destroy(id)
  await sleep(100)
  return heard.includes(id)
}

function cacheIsUp(store: Store): Promise<void> {
  return until(async () => (await store.health()).cache === 'up')
}
