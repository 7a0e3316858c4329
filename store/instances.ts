import {
  createSessionChannel,
  noSessionChannel,
  type SessionChannel,
} from './cluster/session-end-channel.ts'
import type { CacheKeys } from './cache/value.ts'
import type { CacheWriter } from './cache/writer.ts'
import type { SessionCache } from './cache/cache.ts'
import { type Counters, createRedisCounters } from './cluster/counters.ts'
import type { Database } from './database/database.ts'
import { createDirectWrites, type DirectWrites } from './cluster/direct-writes.ts'
import type { DatabaseErrorReport } from './database/error-report.ts'
import {
  createDocuments,
  type Documents,
  type SharedDocuments,
  createRedisDocuments,
} from './document/documents.ts'
import { createOwnerChannel, noOwnerChannel, type OwnerChannel } from './cluster/owner-channel.ts'
import { createSessionEndPoll } from './cluster/session-end-poll.ts'
import type { StoreLog, StoreObserver } from './observer/observer.ts'
import type { RedisConnection } from './redis/connection.ts'
import {
  createSessionFinder,
  createSharedSessionFinder,
  type SessionFinder,
} from './session/finder.ts'
import {
  replicateBestEffort,
  replicateDurably,
  type Replication,
  replicateSpooledAgain,
} from './cluster/replication.ts'
import type { PersonalTier } from './personal/tier.ts'
import { createRedisPersonal } from './personal/redis.ts'
import { createSeveralPersonal } from './personal/several.ts'
import { createSinglePersonal } from './personal/single.ts'
import type { Spool } from './spool/spool.ts'

/** What differs between one instance and several that serve the same sessions. */
export interface Instances {
  readonly finder: SessionFinder
  readonly replication: Replication
  readonly sessionChannel: SessionChannel
  readonly ownerChannel: OwnerChannel
  /** Counters of all instances; undefined for a single one. */
  readonly counters: Counters | undefined
  readonly documents: Documents
  readonly personal: PersonalTier
  close(): Promise<void>
}

/** The parts of a store that both kinds are made of. */
export interface InstanceParts {
  readonly cache: SessionCache
  readonly cacheWriter: CacheWriter
  readonly spool: Spool
  readonly database: Database
  readonly observer: StoreObserver
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
  readonly now: () => number
}

/** The only instance: what its own disk has is all there is. */
export function singleInstance(parts: InstanceParts): Instances {
  return {
    finder: createSessionFinder(parts),
    replication: replicateBestEffort(parts.cacheWriter),
    sessionChannel: noSessionChannel,
    ownerChannel: noOwnerChannel,
    counters: undefined,
    documents: createDocuments(parts.spool, []),
    personal: createSinglePersonal(parts.spool.personal, parts.database.personal),
    close: () => Promise.resolve(),
  }
}

interface SeveralOptions {
  readonly connection: RedisConnection
  readonly keys: () => CacheKeys
  readonly tombstoneMs: number
  readonly limits: {
    readonly maxQueuedWrites: number
    readonly directWriteMs: number
    readonly uncertainMs: number
    readonly endsEveryMs: number
  }
  readonly log: StoreLog
}

/** One of several: what it acknowledges stands where the others find it (plugin/docs/architecture.md). */
export function oneOfSeveral(parts: InstanceParts, options: SeveralOptions): Instances {
  const { cache, cacheWriter, spool, database, now } = parts
  const { connection, keys, tombstoneMs, limits, log } = options
  const { maxQueuedWrites, directWriteMs, uncertainMs, endsEveryMs: everyMs } = limits
  const published = createSessionChannel(connection, keys)
  const feed = createSessionEndPoll({ database, cache, tombstoneMs, everyMs, now })
  const sessionChannel: SessionChannel = {
    publish: (change) => published.publish(change),
    onChange(listener) {
      published.onChange(listener)
      feed.onEnded((id) => listener({ kind: 'ended', id }))
    },
  }
  connection.onNewRunId(() => {
    replicateSpooledAgain(spool, cacheWriter).catch((error: unknown) => {
      // The rows reach the others by the database; only the cache goes without them.
      log.warn({ reason: String(error) }, 'spool not offered to the new redis')
    })
  })
  const directWrites = createDirectWrites({ database, maxQueuedWrites, limitMs: directWriteMs })
  return {
    finder: createSharedSessionFinder({ ...parts, uncertainMs }),
    replication: replicateDurably({ cacheWriter, directWrites, sessionChannel }),
    sessionChannel,
    ownerChannel: createOwnerChannel(connection),
    counters: createRedisCounters(connection, now),
    documents: createDocuments(spool, [
      createRedisDocuments(connection, now),
      documentsInDatabase(database, directWrites),
    ]),
    personal: createSeveralPersonal({
      spool: spool.personal,
      redis: createRedisPersonal(connection),
      database: database.personal,
      directWriteMs,
    }),
    close: () => feed.close(),
  }
}

function documentsInDatabase(database: Database, directWrites: DirectWrites): SharedDocuments {
  return {
    find: (id) => database.findDocument(id),
    async put(document) {
      await directWrites.document(document)
      return (await database.findDocument(document.id)) ?? document
    },
  }
}
