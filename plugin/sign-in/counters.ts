import { LRUCache } from 'lru-cache'
import type { Count, Counters } from '../../store/counters.ts'
import { StoreUnavailable } from '../../store/errors.ts'

interface MemoryCount {
  readonly count: number
  readonly endsAt: number
}

/** Counters of this process, the least recently used first out. */
export function createMemoryCounters({
  maxKeys,
  now,
}: {
  readonly maxKeys: number
  readonly now: () => number
}): Counters {
  const counts = new LRUCache<string, MemoryCount>({ max: maxKeys })

  const read = (key: string): Count => {
    const known = counts.get(key)
    if (known === undefined || known.endsAt <= now()) return { count: 0, endsInMs: 0 }
    return { count: known.count, endsInMs: known.endsAt - now() }
  }

  return {
    read: (key) => Promise.resolve(read(key)),
    add(key, windowMs) {
      const { count, endsInMs } = read(key)
      const next = { count: count + 1, endsInMs: count === 0 ? windowMs : endsInMs }
      counts.set(key, { count: next.count, endsAt: now() + next.endsInMs })
      return Promise.resolve(next)
    },
    clear(key) {
      counts.delete(key)
      return Promise.resolve()
    },
  }
}

/**
 * The shared counters, and while they do not answer those of this process, which count along: whoever
 * takes Redis away does not begin at zero.
 */
export function withFallback(shared: Counters, own: Counters): Counters {
  const first = async <Value>(answer: Promise<Value>, fallback: Promise<Value>): Promise<Value> => {
    try {
      return await answer
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return fallback
    }
  }
  return {
    read: (key) => first(shared.read(key), own.read(key)),
    add: (key, windowMs) => first(shared.add(key, windowMs), own.add(key, windowMs)),
    clear: (key) => first(shared.clear(key), own.clear(key)),
  }
}
