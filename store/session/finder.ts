import type { SessionCache } from '../cache/cache.ts'
import type { CacheWriter } from '../cache/writer.ts'
import { databaseErrorReport, type DatabaseErrorReport } from '../database/error-report.ts'
import type { Database } from '../database/database.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLayer, StoreObserver } from '../observer/observer.ts'
import type { RequestOrigin } from '../record/request-origin.ts'
import type { Spool } from '../spool/spool.ts'
import { isLocked } from '../database/sql-error.ts'
import { isNewer, none, type SessionFinding } from '../record/session.ts'

/** Looks for a session behind the memory of this process. Throws StoreUnavailable. */
export interface SessionFinder {
  find(id: string, origin?: RequestOrigin): Promise<SessionFinding>
  /** Cache and spool: everything this process wrote and the database may not have yet. */
  findNear(id: string): Promise<SessionFinding>
}

interface SessionFinderOptions {
  readonly cache: SessionCache
  readonly cacheWriter: Pick<CacheWriter, 'isBehind'>
  readonly spool: Pick<Spool, 'findSession'>
  readonly database: Pick<Database, 'findSession'>
  readonly observer: StoreObserver
  /** A query that the database refused, and that was answered without it. */
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
  readonly now: () => number
}

/** The order of a single instance: cache, spool, database; the first that knows something is right. */
export function createSessionFinder(options: SessionFinderOptions): SessionFinder {
  const { cacheWriter, database } = options
  const layers = createLayers(options)

  async function findNear(id: string): Promise<SessionFinding> {
    // A cache that missed a change of this id may answer something old; the spool has it all.
    const cached = cacheWriter.isBehind(id) ? none : ((await layers.queryCache(id)) ?? none)
    return cached.kind === 'none' ? layers.warmCache(await layers.querySpool(id)) : cached
  }

  return {
    findNear,
    async find(id) {
      const near = await findNear(id)
      if (near.kind !== 'none') return near
      return layers.warmCache(await layers.lookIn('database', () => database.findSession(id)))
    },
  }
}

interface SharedSessionFinderOptions extends SessionFinderOptions {
  /** For so long after a loss the others may still have to tell a store again what was lost with it. */
  readonly uncertainMs: number
}

/**
 * Among several instances only what is shared knows the latest: the cache while it has missed nothing,
 * else whatever is newest of cache, spool and database. "None" of a store that has just lost something is
 * no response, and throws.
 */
export function createSharedSessionFinder(options: SharedSessionFinderOptions): SessionFinder {
  const { cache, cacheWriter, database, reportDatabaseError, uncertainMs, now } = options
  const layers = createLayers(options)
  let databaseFailedAt = Number.NEGATIVE_INFINITY

  async function find(id: string, origin?: RequestOrigin): Promise<SessionFinding> {
    const cached = await layers.queryCache(id)
    if (cached !== undefined && isFinal(id, cached)) return cached
    const near = newest(cached ?? none, await layers.querySpool(id))
    if (near.kind === 'ended') return near

    const finding = newest(near, await queryDatabase(id, near, origin))
    if (finding.kind === 'none' && isUncertain(cached === undefined)) {
      throw new StoreUnavailable('cache', 'in_doubt', undefined)
    }
    return layers.warmCache(finding)
  }

  function isFinal(id: string, { kind }: SessionFinding): boolean {
    return kind === 'ended' || (kind === 'session' && !cacheWriter.isBehind(id))
  }

  async function queryDatabase(
    id: string,
    near: SessionFinding,
    origin: RequestOrigin | undefined,
  ): Promise<SessionFinding> {
    try {
      return await layers.lookIn('database', () => database.findSession(id))
    } catch (error) {
      databaseFailedAt = now()
      // An end is only acknowledged by a store the others can ask: what is known here still holds.
      if (near.kind !== 'session' || !(error instanceof StoreUnavailable)) throw error
      if (isLocked(error)) reportDatabaseError(databaseErrorReport(error, origin))
      return none
    }
  }

  function isUncertain(hasFailed: boolean): boolean {
    const lostAt = cache.uncertainSince()
    if (lostAt === undefined) return hasFailed
    return now() - Math.max(lostAt, databaseFailedAt) < uncertainMs
  }

  return {
    find,
    async findNear(id) {
      const cached = await layers.queryCache(id)
      return newest(cached ?? none, await layers.querySpool(id))
    },
  }
}

/** The layers as both orders ask them. */
function createLayers({ cache, spool, observer, now }: SessionFinderOptions) {
  async function lookIn(
    layer: StoreLayer,
    look: () => Promise<SessionFinding>,
  ): Promise<SessionFinding> {
    try {
      const finding = await look()
      observer.looked(layer, finding.kind === 'none' ? 'miss' : 'hit')
      return finding
    } catch (error) {
      observer.looked(layer, 'failed')
      throw error
    }
  }

  return {
    lookIn,
    querySpool: (id: string) => lookIn('spool', () => spool.findSession(id)),
    /** Undefined when the cache did not answer: the stores behind do. */
    async queryCache(id: string): Promise<SessionFinding | undefined> {
      try {
        return await lookIn('cache', () => cache.get(id))
      } catch (error) {
        if (error instanceof StoreUnavailable) return undefined
        throw error
      }
    },
    warmCache(finding: SessionFinding): SessionFinding {
      if (finding.kind !== 'session') return finding
      const lifeMs = finding.session.expiresAt - now()
      // Not awaited and not repeated: a cache that misses this returns "none", never something old.
      if (lifeMs > 0) cache.set(finding.session, lifeMs).catch(() => undefined)
      return finding
    },
  }
}

/** An end is permanently; else the higher version, or the later touch of it. */
function newest(one: SessionFinding, other: SessionFinding): SessionFinding {
  if (one.kind === 'ended' || other.kind === 'none') return one
  if (other.kind === 'ended' || one.kind === 'none') return other
  return isNewer(other.session, one.session) ? other : one
}
