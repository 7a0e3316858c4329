import { LRUCache } from 'lru-cache'

/**
 * Keeps segments an attacker chose from being relayed to the panel with a victim's cookie: a panel
 * counts wrong segments and ends the session after a few (reference panel.md 1.2). It only ever says
 * "do not ask"; it never says yes.
 */
export interface SegmentMemory {
  /** False: this cookie belongs to another segment, or the segment was refused, or too many were. */
  mayAsk(cookieKey: string, segment: string): boolean
  recordMatch(cookieKey: string, segment: string): void
  recordMismatch(cookieKey: string, segment: string): void
}

type Memory =
  | { readonly kind: 'matched'; readonly segment: string; readonly until: number }
  | { readonly kind: 'refused'; readonly segments: readonly string[]; readonly until: number }

/** cPanel ends a session at the third wrong segment, so the panel sees two different ones at most. */
const RELAYED_MISMATCHES = 2

/** A panel session has one segment for its whole life, so what was learned stays true. */
const MEMORY_MS = 15 * 60_000

/** Creates the memory; `entries` cookies at most, the least recently used goes first. */
export function createSegmentMemory({
  entries,
  now,
}: {
  readonly entries: number
  readonly now: () => number
}): SegmentMemory {
  const memories = new LRUCache<string, Memory>({ max: entries })
  const recall = (cookieKey: string): Memory | undefined => {
    const memory = memories.get(cookieKey)
    return memory !== undefined && now() < memory.until ? memory : undefined
  }
  return {
    mayAsk(cookieKey, segment) {
      const memory = recall(cookieKey)
      if (memory === undefined) return true
      if (memory.kind === 'matched') return memory.segment === segment
      // One stale tab repeats one segment: that must not shut out the right one.
      return memory.segments.length < RELAYED_MISMATCHES && !memory.segments.includes(segment)
    },
    recordMatch(cookieKey, segment) {
      memories.set(cookieKey, { kind: 'matched', segment, until: now() + MEMORY_MS })
    },
    recordMismatch(cookieKey, segment) {
      const memory = recall(cookieKey)
      if (memory?.kind === 'matched') return
      const segments = [...(memory?.segments ?? []), segment]
      memories.set(cookieKey, {
        kind: 'refused',
        segments,
        until: memory?.until ?? now() + MEMORY_MS,
      })
    },
  }
}
