import type { CacheOutcome, SessionCache } from './cache.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { SessionFinding, SessionRow } from '../record/session.ts'

/**
 * Best-effort delivery to the cache that remembers what did not arrive. As long as the cache is behind
 * on an id its response for that id is not requested: a Redis that was hung must not bring back an old
 * version or a session that was logged out meanwhile.
 */
export interface CacheWriter {
  /** `undelivered` when the cache could not take it now; the spool's copy is offered again later. */
  deliver(session: SessionRow): Promise<CacheOutcome | 'undelivered'>
  deliverEnd(id: string): Promise<CacheOutcome | 'undelivered'>
  /** At start: the cache may have missed these while no one was there to tell it. */
  replicateAgain(ids: readonly string[]): void
  /** Whether the cache may hold something older than the spool does. */
  isBehind(id: string): boolean
  /** Ids the cache is behind on. */
  behind(): ReadonlySet<string>
  close(): void
}

interface CacheWriterOptions {
  readonly cache: SessionCache
  /** What the spool holds of an id; it keeps every session the cache is behind on. */
  readonly lookUp: (id: string) => Promise<SessionFinding>
  /** Beyond this many ids nothing of the cache is believed until its old entries have expired. */
  readonly maxUndelivered: number
  readonly retryEveryMs: number
  /** The longest time an entry of a session lives in the cache. */
  readonly maxTtlMs: number
  readonly tombstoneMs: number
  readonly now: () => number
}

interface PendingWrite {
  readonly isEnd: boolean
}

// Offered again per round: keeps one round short when Redis is back after a long time.
const retriesPerRound = 500

/** Delivers to the cache and offers again what it missed. */
export function createCacheWriter(options: CacheWriterOptions): CacheWriter {
  const { cache, lookUp, maxUndelivered, retryEveryMs, tombstoneMs, now } = options
  const undelivered = new Map<string, PendingWrite>()
  let distrustedUntil = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function attempt(id: string, write: PendingWrite, send: () => Promise<CacheOutcome>) {
    // Behind an undelivered end nothing else matters.
    if (undelivered.get(id)?.isEnd === true && !write.isEnd) return 'ended'
    // Noted before it is tried: the spool must keep its copy until the cache has confirmed.
    note(id, write)
    try {
      const outcome = await send()
      settle(id, write)
      return outcome
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      scheduleRetry()
      return 'undelivered'
    }
  }

  function note(id: string, write: PendingWrite): void {
    if (!undelivered.has(id) && undelivered.size >= maxUndelivered) {
      distrustedUntil = now() + options.maxTtlMs
      undelivered.clear()
    }
    undelivered.set(id, write)
  }

  /** Only if nothing newer was noted for the id meanwhile. */
  function settle(id: string, write: PendingWrite): void {
    if (undelivered.get(id) === write) undelivered.delete(id)
  }

  function scheduleRetry(): void {
    if (isClosed || timer !== undefined || undelivered.size === 0) return
    timer = setTimeout(() => void retryRound(), retryEveryMs)
    timer.unref()
  }

  async function retryRound(): Promise<void> {
    for (const [id, write] of [...undelivered].slice(0, retriesPerRound)) {
      if (isClosed || !(await offerAgain(id))) break
      settle(id, write)
    }
    timer = undefined
    scheduleRetry()
  }

  async function offerAgain(id: string): Promise<boolean> {
    try {
      const finding = await lookUp(id)
      if (finding.kind === 'session') await notifySession(finding.session)
      if (finding.kind === 'ended') await cache.tombstone(id, tombstoneMs)
      return true
    } catch {
      // The cache or the spool is still away; the next round tries again.
      return false
    }
  }

  function notifySession(session: SessionRow): Promise<CacheOutcome> {
    return cache.set(session, Math.max(1, session.expiresAt - now()))
  }

  return {
    deliver: (session) => attempt(session.id, { isEnd: false }, () => notifySession(session)),
    deliverEnd: (id) =>
      attempt(id, { isEnd: true }, async () => {
        await cache.tombstone(id, tombstoneMs)
        return 'ended'
      }),
    replicateAgain: (ids) => {
      for (const id of ids) note(id, { isEnd: false })
      scheduleRetry()
    },
    isBehind: (id) => undelivered.has(id) || now() < distrustedUntil,
    behind: () => new Set(undelivered.keys()),
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
