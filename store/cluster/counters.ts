import { createHash } from 'node:crypto'
import type { RedisConnection } from '../redis/connection.ts'
import { giveBackToCounter, readCounter, reserveInCounter } from '../redis/scripts.ts'

/** A count that ends automatically. */
export interface Count {
  readonly count: number
  /** Milliseconds until it starts at zero again; 0 when it stands there. */
  readonly endsInMs: number
}

/** One more, if there was room for it. */
export interface Reservation extends Count {
  /** False: the count had reached its limit, and nothing was added. */
  readonly isTaken: boolean
  /** Takes it off again, for what turns out not to count; once. Does nothing where nothing was added. */
  giveBack(): Promise<void>
}

/** What is counted for how long, and how far. */
export interface CountLimit {
  readonly windowMs: number
  readonly max: number
}

/** Counts by key, each within a time of its own. Every method throws StoreUnavailable when it could not answer. */
export interface Counters {
  read(key: string): Promise<Count>
  /**
   * Looks and adds in one step, so that no two who ask at once both get the last place; the first one
   * starts the time. Resolves with the count that includes it.
   */
  reserve(key: string, limit: CountLimit): Promise<Reservation>
  clear(key: string): Promise<void>
}

/** The clock of Redis may be set ahead by as much without a count being forgotten. */
const CLOCK_MOVE_MS = 2 * 3_600_000

/**
 * Counters in Redis, for all instances; `now` says when they end, not the clock of Redis. The keys are hashed:
 * what is counted may name users.
 */
export function createRedisCounters(connection: RedisConnection, now: () => number): Counters {
  return {
    read: (key) =>
      connection.query(async (client) =>
        countOf(await client.eval(readCounter, 1, keyFor(key), now())),
      ),
    reserve: (key, { windowMs, max }) =>
      connection.query(async (client) => {
        const limits = [now(), windowMs, max, CLOCK_MOVE_MS] as const
        const reply = await client.eval(reserveInCounter, 1, keyFor(key), ...limits)
        const isTaken = Array.isArray(reply) && Number(reply[2]) === 1
        return {
          ...countOf(reply),
          isTaken,
          giveBack: async () => {
            if (!isTaken) return
            await connection.query((again) => again.eval(giveBackToCounter, 1, keyFor(key)))
          },
        }
      }),
    clear: (key) =>
      connection.query(async (client) => {
        await client.del(keyFor(key))
      }),
  }
}

// Without the run id: a count that outlives a restart of Redis is as good as before.
function keyFor(key: string): string {
  return `postern:counter:${createHash('sha256').update(key).digest('base64url')}`
}

function countOf(reply: unknown): Count {
  const [count, endsInMs] = Array.isArray(reply) ? Array.from<unknown>(reply) : []
  return { count: Number(count), endsInMs: Math.max(0, Number(endsInMs)) }
}
