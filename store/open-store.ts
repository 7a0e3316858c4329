import { join } from 'node:path'
import { cacheKeys } from './cache/value.ts'
import { createCacheWriter } from './cache/writer.ts'
import { withListeners } from './cluster/session-end-channel.ts'
import { createDatabase } from './database/database.ts'
import { createDatabaseCheck } from './drain/database-check.ts'
import { parseDatabaseUrl } from './database/connection/connection.ts'
import { createDrainer } from './drain/drainer.ts'
import { oneOfSeveral, singleInstance } from './instances.ts'
import { knowWhetherWhole } from './personal/single.ts'
import { createPersonalDocuments } from './personal/personal.ts'
import { tombstoneMs } from './record/session.ts'
import { unobserved } from './observer/observer.ts'
import { startJournal } from './journal/start.ts'
import { createMemoryCache } from './cache/memory.ts'
import { openRedis } from './redis/connection.ts'
import { createRedisCache } from './cache/redis.ts'
import { makePrivateDirectory } from './file/private-file.ts'
import { createDatabaseIds } from './session/database-ids.ts'
import { createDeferredRows } from './session/deferred-rows.ts'
import { createSessionCollection } from './session/collection.ts'
import { createSessionScan } from './session/scan.ts'
import { createForeignSessions } from './session/foreign-sessions.ts'
import { createSessionStore } from './session/sessions.ts'
import { openSpool } from './spool/spool.ts'
import { replicateSpooledAgain } from './cluster/replication.ts'
import { asSpoolFault } from './sql/sqlite-fault.ts'
import { waitAtMost } from '../plugin/concurrency/deadline.ts'
import { createLastLogins } from './roundcube/last-logins.ts'
import { createUsers } from './user/records.ts'
import { defaultStoreLimits } from './limits.ts'
import type { Store, StoreOptions } from './store.ts'

/** A database that was moved aside is told once, and not as one that lacks everything besides. */
const sameLossMs = 60_000

/**
 * Opens spool, cache and database and passes them to each other. Needs only the spool to be healthy:
 * Redis and the database may be down or locked. Throws when another process holds the spool.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, lifetimes, keys, now, random, log, observer = unobserved } = options
  const { redis, refreshKeys = () => Promise.resolve(), isOneOfSeveral = false } = options
  const limits = { ...defaultStoreLimits, ...options.limits }
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
  // Of a restart under load all first requests would wait for it together, and some too long.
  await database.warm()
  // Others that write to the database as well leave this spool behind.
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
  // A cache in memory is empty by now and can not be behind.
  if (redis !== null) await replicateSpooledAgain(spool, cacheWriter)
  // This may be another version, or the table may have been mended. A disk that is full must not stop
  // the start: the spool tells it, and those who are signed in continue.
  await spool.retryDeadLetters().catch(() => undefined)

  const databaseIds =
    options.foreign === undefined || isOneOfSeveral
      ? undefined
      : createDatabaseIds({
          database,
          everyMs: limits.databaseIdsEveryMs,
          maxIds: limits.databaseIds,
          log,
        })
  const drainer = createDrainer({
    spool,
    database: {
      ...database,
      writeMarked(batch, mark) {
        databaseIds?.add(batch.sessions.map(({ session }) => session.id))
        return database.writeMarked(batch, mark)
      },
    },
    check: createDatabaseCheck({
      spool,
      database,
      cache,
      keepsSessions: redis === null,
      heldSessions: () => cacheWriter.behind(),
      isLossReported: () => now() - damageLoggedAt < sameLossMs,
      reportDatabaseError: options.reportDatabaseError,
      now,
      log,
    }),
    reportDatabaseError: options.reportDatabaseError,
    observer,
    now,
    random,
    log,
  })
  const lastLogins = createLastLogins({ database, random, log })
  const everyMs = limits.collectEveryMs
  const collection = createSessionCollection({ database, spool, everyMs, log })

  const { reportDatabaseError } = options
  const parts = { cache, cacheWriter, spool, database, observer, reportDatabaseError, now }
  const { counters, documents, personal, ...instance } =
    isOneOfSeveral && connection !== undefined
      ? oneOfSeveral(parts, {
          connection,
          keys: valueKeys,
          tombstoneMs: tombstoneMs(lifetimes),
          limits,
          log,
        })
      : singleInstance(parts)
  const sessionChannel = withListeners(instance.sessionChannel)
  const foreignSessions =
    options.foreign === undefined
      ? undefined
      : createForeignSessions({
          ...options.foreign,
          finder: instance.finder,
          databaseIds,
          replication: instance.replication,
          sessionChannel,
          spool,
          isShared: isOneOfSeveral,
          journal,
          deferred,
          memoryEntries: limits.memoryEntries,
          memoryBytes: limits.foreignMemoryBytes,
          memoryMs: isOneOfSeveral ? limits.memoryMs : limits.foreignMemoryMs,
          observer,
          now,
          wall: options.wall ?? now,
          log,
        })
  let reportEnded: (sessionId: string) => void = () => undefined
  let closing: Promise<void> | undefined

  return {
    sessions: createSessionStore({
      finder: instance.finder,
      replication: instance.replication,
      sessionChannel,
      onEnded: (id) => {
        foreignSessions?.forget(id)
        reportEnded(id)
      },
      cacheWriter,
      spool,
      lifetimes,
      touchEveryMs: limits.touchEveryMs,
      memoryEntries: limits.memoryEntries,
      memoryMs: limits.memoryMs,
      observer,
      now,
      log,
    }),
    foreignSessions,
    scan: createSessionScan({ spool, database, lifetimes, foreign: options.foreign, now }),
    users: createUsers({
      spool,
      database,
      isOneOfSeveral,
      reportDatabaseError,
      now: options.wall ?? now,
      log,
    }),
    lastLogins,
    counters,
    documents,
    personal: createPersonalDocuments(personal, limits),
    ownerChannel: instance.ownerChannel,
    onSessionEnded: (listener) => {
      reportEnded = listener
    },
    async health() {
      const { depth, oldestAt, deadLetters: deadLetters } = await spool.backlog()
      return {
        cache: cache.state(),
        backlog: depth + (journal?.size ?? 0) + deferred.size,
        backlogMs: oldestAt === undefined ? 0 : Math.max(0, now() - oldestAt),
        databaseError: drainer.state().lastError,
        setAside: deadLetters.rows,
        setAsideCode: deadLetters.last?.code,
        databaseLackedAt: spool.progress().lackedAt,
        spool: spool.state(),
      }
    },
    async retryDeadLetters() {
      const { deadLetters: deadLetters } = await spool.backlog()
      await spool.retryDeadLetters()
      return deadLetters.rows
    },
    close: (drainMs = 5_000) => (closing ??= closeAll(drainMs)),
  }

  async function closeAll(drainMs: number): Promise<void> {
    const collected = Promise.all([collection.close(), instance.close()])
    databaseIds?.close()
    await journal?.close()
    await deferred.close()
    const drained = drainer.close(drainMs)
    const ended = Promise.all([drained, lastLogins.close()])
    await waitAtMost(ended, drainMs).catch(() => undefined)
    // Ends what still waits for a database that does not answer.
    await database.close()
    await Promise.all([collected, drained])
    cacheWriter.close()
    await cache.close()
    await spool.close()
  }
}
