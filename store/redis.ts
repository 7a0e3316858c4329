import { createHash } from 'node:crypto'
import { Cluster, Redis } from 'ioredis'
import { createBreaker } from './breaker.ts'
import type { CacheOutcome, SessionCache } from './cache.ts'
import { openCacheValue, sealCacheEnd, sealCacheValue } from './cache-value.ts'
import type { CacheKeys } from './cache-value.ts'
import { StoreUnavailable } from './errors.ts'
import type { StoreLog } from './log.ts'
import { keepUnlessNewer, removeUnchanged } from './redis-scripts.ts'
import { none } from './stored-session.ts'
import type { Finding } from './stored-session.ts'

/** Where Redis is: one server, a Sentinel group, or a Cluster. */
export type RedisTarget =
  | { readonly url: string }
  | {
      readonly sentinels: readonly { readonly host: string; readonly port: number }[]
      readonly name: string
      readonly password?: string
    }
  | {
      readonly cluster: readonly { readonly host: string; readonly port: number }[]
      readonly password?: string
    }

interface RedisCacheOptions {
  readonly target: RedisTarget
  /** Asked every time: keys may be rotated meanwhile. */
  readonly keys: () => CacheKeys
  readonly commandTimeoutMs: number
  readonly now: () => number
  readonly log: StoreLog
}

/**
 * The cache in Redis. Starts at once, also when Redis is down, and logs one line per change of state.
 * Keys carry the incarnation of the server: a Redis that restarted from an old snapshot, or a replica
 * that took over with writes missing, begins cold and cannot bring an ended session back.
 */
export function createRedisCache(options: RedisCacheOptions): SessionCache {
  const { target, keys, commandTimeoutMs, now, log } = options
  const client = connectRedis(target, commandTimeoutMs)
  const breaker = createBreaker({
    failures: 3,
    openMs: 500,
    now,
    onChange: (state) =>
      state === 'open'
        ? log.warn({}, 'redis does not answer: going on without it')
        : log.info({}, 'redis answers again'),
  })
  let incarnation: string | undefined
  let wasUp: boolean | undefined

  function noteState(isUp: boolean): void {
    if (wasUp === isUp) return
    wasUp = isUp
    if (isUp) log.info({}, 'redis connected')
    else log.warn({}, 'redis not connected: going on without it')
  }

  async function learnIncarnation(): Promise<void> {
    try {
      incarnation = await readIncarnation(client)
      noteState(true)
    } catch {
      // Connected but silent: ask for a new connection, the retry strategy spaces the attempts.
      if (client instanceof Redis) client.disconnect(true)
    }
  }

  client.on('ready', () => void learnIncarnation())
  client.on('+node', () => void learnIncarnation())
  client.on('-node', () => void learnIncarnation())
  client.on('close', () => {
    incarnation = undefined
    noteState(false)
  })
  // Without a listener an unreachable Redis would end the process; the state change above is the log line.
  client.on('error', () => undefined)

  async function ask<Value>(id: string, work: (key: string) => Promise<Value>): Promise<Value> {
    if (incarnation === undefined) throw new StoreUnavailable('cache', 'not_connected', undefined)
    const key = `postern:${incarnation}:${id}`
    try {
      return await breaker.call(() => work(key))
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      throw new StoreUnavailable('cache', 'command_failed', error)
    }
  }

  async function read(id: string, key: string): Promise<Finding> {
    const value = await client.get(key)
    if (value === null) return none
    const finding = openCacheValue(id, value, keys())
    if (finding !== undefined) return finding

    log.error({}, 'cached session with a wrong code: ignored and removed')
    await client.eval(removeUnchanged, 1, key, value)
    return none
  }

  return {
    get: (id) => ask(id, (key) => read(id, key)),
    set: (session, ttlMs) =>
      ask(session.id, async (key): Promise<CacheOutcome> => {
        const value = sealCacheValue(session, keys())
        const { version, changedAt } = session
        const reply = await client.eval(keepUnlessNewer, 1, key, value, version, changedAt, ttlMs)
        if (reply === 1) return 'kept'
        if (reply === 0) return 'outdated'
        // The script cannot check codes, so the mark is believed only once it was read with its own.
        return (await read(session.id, key)).kind === 'ended' ? 'ended' : 'outdated'
      }),
    tombstone: (id, ttlMs) =>
      ask(id, async (key) => {
        await client.set(key, sealCacheEnd(id, keys()), 'PX', ttlMs)
      }),
    state: () => (incarnation === undefined || breaker.isOpen() ? 'down' : 'up'),
    close() {
      client.disconnect()
      return Promise.resolve()
    },
  }
}

/** Connects in the background; a command that cannot go out at once fails. */
export function connectRedis(target: RedisTarget, commandTimeout: number): Redis | Cluster {
  const options = {
    commandTimeout,
    connectTimeout: 2_000,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
  }
  // A command that cannot go out now must fail now: the spool has the answer.
  const single = { ...options, enableOfflineQueue: false, retryStrategy: retryDelayMs }
  if ('url' in target) return new Redis(target.url, single)

  const password = target.password === undefined ? {} : { password: target.password }
  if ('sentinels' in target) {
    const sentinels = target.sentinels.map(({ host, port }) => ({ host, port }))
    return new Redis({ ...single, ...password, sentinels, name: target.name })
  }
  const nodes = target.cluster.map(({ host, port }) => ({ host, port }))
  return new Cluster(nodes, {
    enableOfflineQueue: false,
    clusterRetryStrategy: retryDelayMs,
    redisOptions: { ...options, ...password },
  })
}

function retryDelayMs(attempt: number): number {
  return Math.min(attempt * 50, 1_000)
}

/** `run_id` is new whenever a Redis process starts (redis.io INFO, section server). */
async function readIncarnation(client: Redis | Cluster): Promise<string> {
  const servers = client instanceof Cluster ? client.nodes('master') : [client]
  const replies = await Promise.all(servers.map((server) => server.info('server')))
  const runIds = replies.map((reply) => /^run_id:(\w+)/m.exec(reply)?.[1] ?? '')
  return createHash('sha256').update(runIds.sort().join(' ')).digest('hex').slice(0, 16)
}
