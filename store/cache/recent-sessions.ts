import { LRUCache } from 'lru-cache'
import { isNewer } from './cache.ts'
import type { SessionRecord } from '../record/session.ts'

/** What this process last knew of an id. */
export type Recent =
  | { readonly kind: 'session'; readonly record: SessionRecord; readonly seenAt: number }
  | { readonly kind: 'ended' }

/**
 * The sessions this process used last, decoded. A fresh entry answers without I/O; an older one still
 * tells a writer the version and the birth of the session.
 */
export interface RecentSessions {
  get(id: string): Recent | undefined
  /** The record if it was seen within the fresh time, `ended`, or undefined. */
  fresh(id: string): Recent | undefined
  /** Keeps the record unless something newer, or its end, is known. */
  remember(record: SessionRecord): void
  end(id: string): void
  forget(id: string): void
}

interface RecentSessionsOptions {
  readonly maxEntries: number
  /** How long an entry is believed: how late another process's change may be seen here. */
  readonly freshMs: number
  readonly now: () => number
}

/** Bounded; the least recently used entry goes first. */
export function createRecentSessions(options: RecentSessionsOptions): RecentSessions {
  const { maxEntries, freshMs, now } = options
  const entries = new LRUCache<string, Recent>({ max: maxEntries })

  return {
    get: (id) => entries.get(id),
    fresh(id) {
      const entry = entries.get(id)
      if (entry?.kind !== 'session') return entry
      return Math.abs(now() - entry.seenAt) < freshMs ? entry : undefined
    },
    remember(record) {
      const known = entries.get(record.id)
      if (known?.kind === 'ended') return
      if (known?.kind === 'session' && isNewer(known.record, record)) return
      entries.set(record.id, { kind: 'session', record, seenAt: now() })
    },
    end: (id) => void entries.set(id, { kind: 'ended' }),
    forget: (id) => void entries.delete(id),
  }
}
