import type { SessionCache } from '../cache/cache.ts'
import type { Database } from '../database/database.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { SessionEnd } from '../spool/sessions.ts'

interface SessionEndPollOptions {
  readonly database: Pick<Database, 'endsAfter'>
  readonly cache: SessionCache
  /** How long after its end the mark of a session is kept: an end says when that time is over. */
  readonly tombstoneMs: number
  readonly everyMs: number
  readonly now: () => number
}

/** How far the clocks of two instances may be apart, together with the time of one transaction. */
const overlapMs = 10_000
const pageSize = 1_000

/**
 * Looks in the shared database for sessions that others have ended. Covers the sign-outs that pub/sub and
 * the cache have missed: made while Redis was away for one of the instances, which then died before it could
 * tell. A Redis that still has such a session learns its end here, from the instance that looks first.
 */
export function createSessionEndPoll(options: SessionEndPollOptions) {
  const { database, cache, tombstoneMs, everyMs, now } = options
  let lookedAt = now()
  let reportedCacheAt = lookedAt
  /** Ends of the last look, which the next one meets again: the looks overlap. */
  let reported: ReadonlySet<string> = new Set()
  let publish: (id: string) => void = () => undefined
  let isClosed = false
  let looking: Promise<void> = Promise.resolve()
  let timer = schedule()

  function schedule(): NodeJS.Timeout {
    const next = setTimeout(() => {
      looking = look().finally(() => {
        if (!isClosed) timer = schedule()
      })
    }, everyMs)
    return next.unref()
  }

  async function look(): Promise<void> {
    const at = now()
    const isCacheUp = cache.state() === 'up'
    try {
      const ends = await lookSince(isCacheUp ? reportedCacheAt : lookedAt, isCacheUp)
      lookedAt = at
      if (!isCacheUp) return
      reportedCacheAt = at
      reported = ends
    } catch (error) {
      // The database or Redis does not answer: the next look starts where this one did.
      if (!(error instanceof StoreUnavailable)) throw error
    }
  }

  async function lookSince(since: number, isCacheUp: boolean): Promise<ReadonlySet<string>> {
    const ends = new Set<string>()
    let last = { expiresAt: since - overlapMs + tombstoneMs, id: '' }
    let page: readonly Pick<SessionEnd, 'id' | 'expiresAt'>[]
    do {
      page = await database.endsAfter(last, pageSize)
      for (const end of page) {
        ends.add(end.id)
        if (reported.has(end.id)) continue
        publish(end.id)
        if (isCacheUp) await notifyCache(end)
      }
      last = page.at(-1) ?? last
    } while (page.length === pageSize && !isClosed)
    return ends
  }

  async function notifyCache({
    id,
    expiresAt,
  }: Pick<SessionEnd, 'id' | 'expiresAt'>): Promise<void> {
    const { kind } = await cache.get(id)
    if (kind === 'session') await cache.tombstone(id, Math.max(1, expiresAt - now()))
  }

  return {
    /** Calls back for every end found, sometimes more than once. */
    onEnded: (listener: (id: string) => void) => {
      publish = listener
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await looking
    },
  }
}
