import { withListeners } from './cluster/session-end-channel.ts'
import { createDatabaseCheck } from './drain/database-check.ts'
import { createDrainer } from './drain/drainer.ts'
import { oneOfSeveral, singleInstance } from './instances.ts'
import { createPersonalDocuments } from './personal/personal.ts'
import { tombstoneMs } from './record/session.ts'
import { unobserved } from './observer/observer.ts'
import { createDatabaseIds } from './session/database-ids.ts'
import { createSessionCollection } from './session/collection.ts'
import { createSessionScan } from './session/scan.ts'
import { createForeignSessions } from './session/foreign-sessions.ts'
import { createSessionStore } from './session/sessions.ts'
import { waitAtMost } from '../plugin/concurrency/deadline.ts'
import { createLastLogins } from './roundcube/last-logins.ts'
import { createUsers } from './user/records.ts'
import { defaultStoreLimits } from './limits.ts'
import { openTiers, type Tiers } from './open-tiers.ts'
import type { Store, StoreHealth, StoreOptions } from './store.ts'

/**
 * Opens spool, cache and database and passes them to each other. Needs only the spool to be healthy:
 * Redis and the database may be down or locked. Throws when another process holds the spool.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { lifetimes, redis, now, random, log } = options
  const { observer = unobserved, isOneOfSeveral = false } = options
  const limits = { ...defaultStoreLimits, ...options.limits }
  const tiers = await openTiers(options, limits)
  const { spool, journal, deferred, database, connection, cache, cacheWriter } = tiers

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
      isLossReported: tiers.isDamageLogged,
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
          keys: tiers.valueKeys,
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
    health: () => storeHealth(tiers, drainer.state().lastError, now),
    async retryDeadLetters() {
      const { deadLetters } = await spool.backlog()
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
    // Ends what still waits for a database that does not respond.
    await database.close()
    await Promise.all([collected, drained])
    cacheWriter.close()
    await cache.close()
    await spool.close()
  }
}

async function storeHealth(
  { spool, journal, deferred, cache }: Tiers,
  databaseError: string | undefined,
  now: () => number,
): Promise<StoreHealth> {
  const { depth, oldestAt, deadLetters } = await spool.backlog()
  return {
    cache: cache.state(),
    backlog: depth + (journal?.size ?? 0) + deferred.size,
    backlogMs: oldestAt === undefined ? 0 : Math.max(0, now() - oldestAt),
    databaseError,
    setAside: deadLetters.rows,
    setAsideCode: deadLetters.last?.code,
    databaseLackedAt: spool.progress().lackedAt,
    spool: spool.state(),
  }
}
