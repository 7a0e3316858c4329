import { LRUCache } from 'lru-cache'
import type { PanelVerdict } from '../adapter/panel.ts'

/** Remembers verdicts for seconds. An outage is never remembered, and nothing outlives its time. */
export interface VerdictCache {
  get(key: string): PanelVerdict | undefined
  set(key: string, verdict: PanelVerdict): void
}

interface VerdictCacheOptions {
  readonly positiveMs: number
  readonly negativeMs: number
  readonly entries: number
  /** Measures how long a verdict is kept. */
  readonly now: () => number
  /** Unix ms of the machine's clock, by which a panel says when a session ends. */
  readonly wall: () => number
}

/** Creates the cache; the least recently used verdict goes first. */
export function createVerdictCache(options: VerdictCacheOptions): VerdictCache {
  const { positiveMs, negativeMs, entries, now, wall } = options
  const kept = new LRUCache<string, { readonly verdict: PanelVerdict; readonly until: number }>({
    max: entries,
  })
  return {
    get(key) {
      const entry = kept.get(key)
      if (entry === undefined) return undefined
      if (now() < entry.until) return entry.verdict
      kept.delete(key)
      return undefined
    },
    set(key, verdict) {
      if (verdict.kind === 'refused') {
        if (verdict.code === 'panel_unavailable') return
        kept.set(key, { verdict, until: now() + negativeMs })
        return
      }
      const leftMs = (verdict.principal.expiresAt ?? Infinity) - wall()
      kept.set(key, { verdict, until: now() + Math.min(positiveMs, leftMs) })
    },
  }
}
