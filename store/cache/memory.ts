import { LRUCache } from 'lru-cache'
import type { SessionCache } from './cache.ts'
import { ended, isNewer, none, type SessionFinding } from '../record/session.ts'

interface MemoryCacheOptions {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly now: () => number
}

interface Entry {
  readonly finding: SessionFinding
  readonly expiresAt: number
}

// Keys, numbers and the map's own cost, measured roughly; the variables are counted exactly.
const entryOverheadBytes = 400

/** The cache of an installation without Redis: bounded in entries and bytes, least recently used first out. */
export function createMemoryCache({ maxEntries, maxBytes, now }: MemoryCacheOptions): SessionCache {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ finding }) =>
      entryOverheadBytes + (finding.kind === 'session' ? finding.session.vars.length : 0),
  })

  function current(id: string): SessionFinding {
    const entry = entries.get(id)
    return entry === undefined || entry.expiresAt <= now() ? none : entry.finding
  }

  return {
    get: (id) => Promise.resolve(current(id)),
    set(session, ttlMs) {
      const cached = current(session.id)
      if (cached.kind === 'ended') return Promise.resolve('ended')
      if (cached.kind === 'session' && !isNewer(session, cached.session)) {
        return Promise.resolve('outdated')
      }
      entries.set(session.id, {
        finding: { kind: 'session', session },
        expiresAt: now() + ttlMs,
      })
      return Promise.resolve('kept')
    },
    tombstone(id, ttlMs) {
      entries.set(id, { finding: ended, expiresAt: now() + ttlMs })
      return Promise.resolve()
    },

    async *sessions() {
      const found = [...entries.keys()].map(current)
      yield found.flatMap((finding) => (finding.kind === 'session' ? [finding.session] : []))
    },
    state: () => 'up',
    uncertainSince: () => undefined,
    close() {
      entries.clear()
      return Promise.resolve()
    },
  }
}
