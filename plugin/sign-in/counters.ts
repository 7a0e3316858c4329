import { LRUCache } from 'lru-cache'
import { type Count, type Counters, type Reservation, StoreUnavailable } from '../../store/index.ts'

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
  // A `max` would take the room of all of them at the start.
  const counts = new LRUCache<string, MemoryCount>({ maxSize: maxKeys, sizeCalculation: () => 1 })

  const read = (key: string): Count => {
    const known = counts.get(key)
    if (known === undefined || known.endsAt <= now()) return { count: 0, endsInMs: 0 }
    return { count: known.count, endsInMs: known.endsAt - now() }
  }

  return {
    read: (key) => Promise.resolve(read(key)),
    reserve(key, { windowMs, max }) {
      const { count, endsInMs } = read(key)
      if (count >= max) {
        const giveBack = () => Promise.resolve()
        return Promise.resolve({ count, endsInMs, isTaken: false, giveBack })
      }
      const next = { count: count + 1, endsInMs: count === 0 ? windowMs : endsInMs }
      const endsAt = now() + next.endsInMs
      counts.set(key, { count: next.count, endsAt })
      const giveBack = () => {
        const known = counts.get(key)
        // A count that has ended or was cleared meanwhile has nothing of this one.
        if (known?.endsAt === endsAt && known.count > 0) {
          counts.set(key, { count: known.count - 1, endsAt })
        }
        return Promise.resolve()
      }
      return Promise.resolve({ ...next, isTaken: true, giveBack })
    },
    clear(key) {
      counts.delete(key)
      return Promise.resolve()
    },
  }
}

/**
 * The shared counters, and while they do not answer those of this process, which count along: anyone who
 * takes Redis away does not begin at zero.
 */
export function withFallback(shared: Counters, own: Counters): Counters {
  const first = async <Value>(
    response: Promise<Value>,
    fallback: Promise<Value>,
  ): Promise<Value> => {
    try {
      return await response
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return fallback
    }
  }
  return {
    read: (key) => first(shared.read(key), own.read(key)),
    async reserve(key, limit) {
      const reserved = [shared.reserve(key, limit), own.reserve(key, limit)] as const
      const giveBack = async () => {
        await Promise.all(reserved.map(restoreIfReported))
      }
      return { ...(await first(...reserved)), giveBack }
    },
    clear: (key) => first(shared.clear(key), own.clear(key)),
  }
}

/** What could not be counted has nothing to return; what cannot be returned expires. */
async function restoreIfReported(reserved: Promise<Reservation>): Promise<void> {
  try {
    await (await reserved).giveBack()
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
}
