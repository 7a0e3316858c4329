import type { CacheOutcome, SessionCache } from './cache.ts'
import { openCacheValue, sealCacheEnd, sealCacheValue, type CacheKeys } from './value.ts'
import type { StoreLog } from '../observer/observer.ts'
import { type RedisClient, mastersOf } from '../redis/connect.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { keepUnlessNewer, removeUnchanged } from '../redis/scripts.ts'
import { none, type SessionFinding } from '../record/session.ts'

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
 * snapshot, or a replica that took over with writes missing, starts cold and cannot bring an ended
 * session back.
 */
export function createRedisCache(options: RedisCacheOptions): SessionCache {
  const { connection, keys, refreshKeys, log } = options

  function query<Value>(id: string, work: (client: RedisClient, key: string) => Promise<Value>) {
    return connection.query((client, runId) => work(client, `postern:${runId}:${id}`))
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
    return query(id, (client, key) => read(client, id, key))
  }

  return {
    get: find,
    set: (session, ttlMs) =>
      query(session.id, async (client, key): Promise<CacheOutcome> => {
        const value = sealCacheValue(session, keys())
        const { version, changedAt } = session
        const reply = await client.eval(keepUnlessNewer, 1, key, value, version, changedAt, ttlMs)
        if (reply === 1) return 'kept'
        if (reply === 0) return 'outdated'
        // The script cannot check codes, so the mark is believed only once it was read with its own.
        return (await read(client, session.id, key)).kind === 'ended' ? 'ended' : 'outdated'
      }),
    tombstone: (id, ttlMs) =>
      query(id, async (client, key) => {
        await client.set(key, sealCacheEnd(id, keys()), 'PX', ttlMs)
      }),
    async *sessions() {
      let page: ScanPage | undefined
      do {
        page = await connection.query((client, runId) => scan(client, `postern:${runId}:`, page))
        const findings = await Promise.all(page.ids.map((id) => find(id)))
        yield findings.flatMap((finding) => (finding.kind === 'session' ? [finding.session] : []))
      } while (page.next !== undefined)
    },
    state: () => connection.state(),
    uncertainSince: () => connection.uncertainSince(),
    close: () => connection.close(),
  }
}

/** A step of a walk over the keys of all servers. */
interface ScanPage {
  /** Keys without their prefix, some of them perhaps again. */
  readonly ids: readonly string[]
  /** Where the walk continues; undefined at its end. */
  readonly next: { readonly server: number; readonly cursor: string } | undefined
}

// Redis looks at so many keys before it responds: few enough that no other client waits for it.
const keysPerStep = 500

/** Answers the page behind `last`, or the first one. Keys that come or go meanwhile may be missed. */
async function scan(
  client: RedisClient,
  prefix: string,
  last: ScanPage | undefined,
): Promise<ScanPage> {
  const { server, cursor } = last?.next ?? { server: 0, cursor: '0' }
  const servers = mastersOf(client)
  const current = servers[server]
  if (current === undefined) return { ids: [], next: undefined }
  const [next, keys] = await current.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', keysPerStep)
  const ids = keys.map((key) => key.slice(prefix.length))
  if (next !== '0') return { ids, next: { server, cursor: next } }
  const isLast = server + 1 >= servers.length
  return { ids, next: isLast ? undefined : { server: server + 1, cursor: '0' } }
}
