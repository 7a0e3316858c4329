import type { CacheOutcome, SessionCache } from './cache.ts'
import { openCacheValue, sealCacheEnd, sealCacheValue } from './value.ts'
import type { CacheKeys } from './value.ts'
import type { StoreLog } from '../observer/log.ts'
import type { RedisClient } from '../redis/connect.ts'
import { scan, type ScanPage } from '../redis/scan.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { keepUnlessNewer, removeUnchanged } from '../redis/scripts.ts'
import { none } from '../record/stored-session.ts'
import type { SessionFinding } from '../record/stored-session.ts'

interface RedisCacheOptions {
  readonly connection: RedisConnection
  /** Asked every time: keys may be rotated meanwhile. */
  readonly keys: () => CacheKeys
  /** Reads the keys again: another instance may seal under one that was made since. */
  readonly refreshKeys: () => Promise<void>
  readonly log: StoreLog
}

/**
 * The cache in Redis. Keys carry the run id of the server: a Redis that restarted from an old
 * snapshot, or a replica that took over with writes missing, begins cold and cannot bring an ended
 * session back.
 */
export function createRedisCache(options: RedisCacheOptions): SessionCache {
  const { connection, keys, refreshKeys, log } = options

  function ask<Value>(id: string, work: (client: RedisClient, key: string) => Promise<Value>) {
    return connection.ask((client, runId) => work(client, `postern:${runId}:${id}`))
  }

  async function open(id: string, value: string): Promise<SessionFinding | undefined> {
    const finding = openCacheValue(id, value, keys())
    if (finding !== undefined) return finding
    await refreshKeys()
    return openCacheValue(id, value, keys())
  }

  async function read(client: RedisClient, id: string, key: string): Promise<SessionFinding> {
    const value = await client.get(key)
    if (value === null) return none
    const finding = await open(id, value)
    if (finding !== undefined) return finding

    log.error({}, 'cached session with a wrong code: ignored and removed')
    await client.eval(removeUnchanged, 1, key, value)
    return none
  }

  function find(id: string): Promise<SessionFinding> {
    return ask(id, (client, key) => read(client, id, key))
  }

  return {
    get: find,
    set: (session, ttlMs) =>
      ask(session.id, async (client, key): Promise<CacheOutcome> => {
        const value = sealCacheValue(session, keys())
        const { version, changedAt } = session
        const reply = await client.eval(keepUnlessNewer, 1, key, value, version, changedAt, ttlMs)
        if (reply === 1) return 'kept'
        if (reply === 0) return 'outdated'
        // The script cannot check codes, so the mark is believed only once it was read with its own.
        return (await read(client, session.id, key)).kind === 'ended' ? 'ended' : 'outdated'
      }),
    tombstone: (id, ttlMs) =>
      ask(id, async (client, key) => {
        await client.set(key, sealCacheEnd(id, keys()), 'PX', ttlMs)
      }),
    async *sessions() {
      let page: ScanPage | undefined
      do {
        page = await connection.ask((client, runId) => scan(client, `postern:${runId}:`, page))
        const findings = await Promise.all(page.ids.map((id) => find(id)))
        yield findings.flatMap((finding) => (finding.kind === 'session' ? [finding.session] : []))
      } while (page.next !== undefined)
    },
    state: () => connection.state(),
    uncertainSince: () => connection.uncertainSince(),
    close: () => connection.close(),
  }
}
