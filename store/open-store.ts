import { join } from 'node:path'
import { cacheKeys } from './cache/value.ts'
import type { RedisTarget } from './redis/connect.ts'
import { createCacheWriter } from './cache/writer.ts'
import type { Counters } from './cluster/counters.ts'
import { withListeners } from './cluster/session-end-channel.ts'
import { createDatabase } from './database/database.ts'
import { createDatabaseCheck } from './drain/database-check.ts'
import { parseDatabaseUrl } from './database/connection/connection.ts'
import { createDrainer } from './drain/drainer.ts'
import type { DatabaseErrorReport } from './database/error-report.ts'
import type { Documents } from './document/documents.ts'
import type { OwnerChannel } from './cluster/owner-channel.ts'
import { oneOfSeveral, singleInstance } from './instances.ts'
import { knowWhetherWhole } from './personal/single.ts'
import {
  createPersonalDocuments,
  type PersonalDocuments,
  type PersonalRewrite,
} from './personal/personal.ts'
import type { ForeignSessions, ForeignSettings } from './record/foreign-session.ts'
import { tombstoneMs, type Lifetimes, type SessionStore } from './record/session.ts'
import { type StoreLog, unobserved, type StoreObserver } from './observer/observer.ts'
import { startJournal } from './journal/start.ts'
import { createMemoryCache } from './cache/memory.ts'
import { openRedis } from './redis/connection.ts'
import { createRedisCache } from './cache/redis.ts'
import type { SealKeys } from './seal/keys.ts'
import { makePrivateDirectory } from './file/private-file.ts'
import { createDatabaseIds } from './session/database-ids.ts'
import { createDeferredRows } from './session/deferred-rows.ts'
import { createSessionCollection } from './session/collection.ts'
import { createSessionScan, type SessionScan } from './session/scan.ts'
import { createForeignSessions } from './session/foreign-sessions.ts'
import { createSessionStore } from './session/sessions.ts'
import { openSpool } from './spool/spool.ts'
import { replicateSpooledAgain } from './cluster/replication.ts'
import type { SpoolState } from './spool/state.ts'
import { asSpoolFault } from './sql/sqlite-fault.ts'
import { withinLimit } from './fault/time-limit.ts'
import { createLastLogins, type LastLogins } from './roundcube/last-logins.ts'
import { createUsers } from './user/records.ts'
import type { Users } from './record/user.ts'

/** How the store is doing, for the health page. */
export interface StoreHealth {
  readonly cache: 'up' | 'down'
  /** Records the shared database has not got yet. */
  readonly backlog: number
  /** Age of the oldest of them in ms; 0 when there is none. */
  readonly backlogMs: number
  readonly databaseError: string | undefined
  /** Records the database refuses for good, kept in the spool, and its code for the last of them. */
  readonly setAside: number
  readonly setAsideCode: string | undefined
  /** Unix ms at which the database was last found to lack what it had acknowledged; it was written again. */
  readonly databaseLackedAt: number | undefined
  readonly spool: SpoolState
}

/** A database that was moved aside is told once, and not as one that lacks everything besides. */
const sameLossMs = 60_000

/** Everything Postern remembers. */
export interface Store {
  readonly sessions: SessionStore
  /** Sessions of another program; undefined unless it was told of one. */
  readonly foreignSessions: ForeignSessions | undefined
  readonly scan: SessionScan
  readonly users: Users
  /** Of a Roundcube whose database this is. */
  readonly lastLogins: Pick<LastLogins, 'note'>
  /** Counters of all instances; undefined for a single one. */
  readonly counters: Counters | undefined
  readonly documents: Documents
  readonly personal: PersonalDocuments & PersonalRewrite
  /** What instances tell each other of owners. */
  readonly ownerChannel: OwnerChannel
  /** Calls back when a session ends, here or at another instance; sometimes more than once. */
  onSessionEnded(listener: (sessionId: string) => void): void
  /** Throws StoreUnavailable when even the spool does not answer. */
  health(): Promise<StoreHealth>
  /** Offers what was set aside to the database again; answers how many records. Throws StoreUnavailable. */
  retryDeadLetters(): Promise<number>
  /** Drains what it can within the time; acknowledged records that remain stay in the spool. */
  close(drainMs?: number): Promise<void>
}

/** Sizes and times of the store, each with its unit, for thousands of sessions. */
export const defaultStoreLimits = {
  touchEveryMs: 30_000,
  memoryEntries: 5_000,
  memoryMs: 2_000,
  /** Another program's sessions, of which a single instance writes all: what it remembers holds longer. */
  foreignMemoryMs: 30_000,
  foreignMemoryBytes: 67_108_864,
  maxQueuedWrites: 10_000,
  /** Another program's sessions are durable in a journal first, and go to the spool after this time. */
  foreignFlushMs: 250,
  /** What somebody is looking at goes to the spool at most once in `touchEveryMs`, and more often beyond half of this. */
  foreignDeferredBytes: 33_554_432,
  /** Another program's new sessions go on while the database does not answer, if it has no more rows than this. */
  databaseIds: 100_000,
  /** How often rows are looked for that the other program may have written itself. */
  databaseIdsEveryMs: 300_000,
  /** Each of the two files of the journal. */
  journalBytes: 33_554_432,
  cacheTimeoutMs: 250,
  memoryCacheEntries: 20_000,
  memoryCacheBytes: 67_108_864,
  maxUndelivered: 50_000,
  spoolBytes: 536_870_912,
  /** Documents the spool keeps; beyond them those go that expire first. */
  documents: 100_000,
  /** Personal documents of one mailbox owner, which nothing else removes. */
  personalDocuments: 30_000,
  personalBytes: 33_554_432,
  personalBodyBytes: 524_288,
  databaseReadMs: 1_000,
  databaseTimeoutMs: 10_000,
  /** Several instances: a write that Redis did not take must be in the database within this time. */
  directWriteMs: 2_000,
  /** Several instances: how long after a loss of Redis an unknown session may still turn up. */
  uncertainMs: 10_000,
  /** Several instances: how often the database is asked for sign-outs that Redis may have missed. */
  endsEveryMs: 2_000,
  collectEveryMs: 60_000,
}

export type StoreLimits = Readonly<typeof defaultStoreLimits>

export interface StoreOptions {
  readonly dataDir: string
  readonly database: { readonly url: string }
  /** null selects the cache in memory. */
  readonly redis: RedisTarget | null
  /** Whether others serve the same sessions, over the same Redis and database; needs Redis. */
  readonly isOneOfSeveral?: boolean
  readonly lifetimes: Lifetimes
  /** Another program keeps its sessions here as well. */
  readonly foreign?: ForeignSettings | undefined
  readonly keys: SealKeys
  /** Reads the keys again when another instance uses one that is not known here. */
  readonly refreshKeys?: () => Promise<void>
  readonly limits?: Partial<StoreLimits>
  /** Unix ms that ages are measured by; never goes back. */
  readonly now: () => number
  /** Unix ms of the machine's clock, for the times that other programs read; default `now`. */
  readonly wall?: () => number
  readonly random: () => number
  readonly log: StoreLog
  readonly observer?: StoreObserver
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
}

/**
 * Opens spool, cache and database and hands them to each other. Needs only the spool to be healthy:
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
  let damageToldAt = Number.NEGATIVE_INFINITY
  const database = createDatabase({
    privateDirectory: dataDir,
    target,
    lifetimes,
    readLimitMs: limits.databaseReadMs,
    timeoutMs: limits.databaseTimeoutMs,
    now,
    log,
    reportDamage: (report) => {
      damageToldAt = now()
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
  // the start: the spool tells it, and those who are signed in go on.
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
      isLossTold: () => now() - damageToldAt < sameLossMs,
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
  let tellEnded: (sessionId: string) => void = () => undefined
  let closing: Promise<void> | undefined

  return {
    sessions: createSessionStore({
      finder: instance.finder,
      replication: instance.replication,
      sessionChannel,
      onEnded: (id) => {
        foreignSessions?.forget(id)
        tellEnded(id)
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
      tellEnded = listener
    },
    async health() {
      const { depth, oldestAt, deadLetters: setAside } = await spool.backlog()
      return {
        cache: cache.state(),
        backlog: depth + (journal?.size ?? 0) + deferred.size,
        backlogMs: oldestAt === undefined ? 0 : Math.max(0, now() - oldestAt),
        databaseError: drainer.state().lastError,
        setAside: setAside.rows,
        setAsideCode: setAside.last?.code,
        databaseLackedAt: spool.progress().lackedAt,
        spool: spool.state(),
      }
    },
    async retryDeadLetters() {
      const { deadLetters: setAside } = await spool.backlog()
      await spool.retryDeadLetters()
      return setAside.rows
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
    await withinLimit(ended, drainMs).catch(() => undefined)
    // Ends what still waits for a database that does not answer.
    await database.close()
    await Promise.all([collected, drained])
    cacheWriter.close()
    await cache.close()
    await spool.close()
  }
}
