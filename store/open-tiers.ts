import { join } from 'node:path'
import { createMemoryCache } from './cache/memory.ts'
import { createRedisCache } from './cache/redis.ts'
import { cacheKeys } from './cache/value.ts'
import { createCacheWriter } from './cache/writer.ts'
import { replicateSpooledAgain } from './cluster/replication.ts'
import { parseDatabaseUrl } from './database/connection/connection.ts'
import { createDatabase } from './database/database.ts'
import { makePrivateDirectory } from './file/private-file.ts'
import { startJournal } from './journal/start.ts'
import type { StoreLimits } from './limits.ts'
import { unobserved } from './observer/observer.ts'
import { knowWhetherWhole } from './personal/single.ts'
import { tombstoneMs } from './record/session.ts'
import { openRedis } from './redis/connection.ts'
import { createDeferredRows } from './session/deferred-rows.ts'
import { openSpool } from './spool/spool.ts'
import { asSpoolFault } from './sql/sqlite-fault.ts'
import type { StoreOptions } from './store.ts'

/** Damage of the database's file is logged as such, and not once more as records that the database lacks. */
const SAME_LOSS_MS = 60_000

/** Where records lie: spool, journal, database and cache. */
export type Tiers = Awaited<ReturnType<typeof openTiers>>

/** Opens each tier and lets the cache catch up with the spool. Throws when another process holds the spool. */
export async function openTiers(options: StoreOptions, limits: StoreLimits) {
  const { dataDir, lifetimes, keys, now, log, observer = unobserved } = options
  const { redis, refreshKeys = () => Promise.resolve(), isOneOfSeveral = false } = options
  const { cacheTimeoutMs: commandTimeoutMs, memoryCacheEntries, memoryCacheBytes } = limits
  const target = parseDatabaseUrl(options.database.url)

  await asSpoolFault(makePrivateDirectory(dataDir))
  const spool = await openSpool({
    path: join(dataDir, 'spool.db'),
    copyPath: join(dataDir, 'spool-copy.db'),
    reportDamage: (text) =>
      options.reportDatabaseError({ code: '11', text, sql: '', origin: undefined }),
    maxQueuedWrites: limits.maxQueuedWrites,
    maxBytes: limits.spoolBytes,
    maxDocuments: limits.documents,
    observer,
    now,
    log,
  })
  const journal = await startJournal({
    isWanted: options.foreign !== undefined && !isOneOfSeveral,
    directory: dataDir,
    spool,
    flushMs: limits.foreignFlushMs,
    maxBytes: limits.journalBytes,
    maxQueuedWrites: limits.maxQueuedWrites,
    now,
    log,
  })
  const deferred = createDeferredRows({
    spool,
    pauseMs: limits.touchEveryMs,
    maxBytes: limits.foreignDeferredBytes,
    now,
    log,
  })
  let damageLoggedAt = Number.NEGATIVE_INFINITY
  const database = createDatabase({
    privateDirectory: dataDir,
    target,
    lifetimes,
    readLimitMs: limits.databaseReadMs,
    timeoutMs: limits.databaseTimeoutMs,
    now,
    log,
    reportDamage: (report) => {
      damageLoggedAt = now()
      options.reportDatabaseError(report)
    },
  })
  // After a restart under load all first requests would wait for it together, and some too long.
  await database.warm()
  // Other instances that write to the database as well leave this spool behind.
  await (isOneOfSeveral
    ? spool.personal.know(false)
    : knowWhetherWhole(spool.personal, database.personal))

  const connection =
    redis === null ? undefined : openRedis({ target: redis, commandTimeoutMs, now, log })
  const valueKeys = cacheKeys(keys)
  const cache =
    connection === undefined
      ? createMemoryCache({ maxEntries: memoryCacheEntries, maxBytes: memoryCacheBytes, now })
      : createRedisCache({ connection, keys: valueKeys, refreshKeys, log })
  const cacheWriter = createCacheWriter({
    cache,
    async lookUp(id) {
      const session = deferred.find(id)
      return session === undefined ? spool.findSession(id) : { kind: 'session', session }
    },
    maxUndelivered: limits.maxUndelivered,
    retryEveryMs: 500,
    maxTtlMs: Math.max(lifetimes.idleMs, options.foreign?.endMs ?? 0),
    tombstoneMs: tombstoneMs(lifetimes),
    now,
  })
  // A cache in memory is empty by now and cannot be behind.
  if (redis !== null) await replicateSpooledAgain(spool, cacheWriter)
  // This may be another version, or the table may have been mended. A disk that is full must not stop
  // the start: the spool reports it, and users who are signed in continue.
  await spool.retryDeadLetters().catch(() => undefined)

  return {
    ...{ spool, journal, deferred, database },
    ...{ connection, valueKeys, cache, cacheWriter },
    /** Whether the database's file was damaged a moment ago, which the log has. */
    isDamageLogged: () => now() - damageLoggedAt < SAME_LOSS_MS,
  }
}
