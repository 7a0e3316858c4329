import { createHash } from 'node:crypto'
import type { Count, Counters } from './counters.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { giveBackToCounter, readCounter, reserveInCounter } from '../redis/scripts.ts'

/** The clock of Redis may be set ahead by as much without a count being forgotten. */
const CLOCK_MOVE_MS = 2 * 3_600_000

/**
 * Counters in Redis, for all instances; `now` says when they end, not the clock of Redis. The keys are hashed:
 * what is counted may name people.
 */
export function createRedisCounters(connection: RedisConnection, now: () => number): Counters {
  return {
    read: (key) =>
      connection.ask(async (client) =>
        countOf(await client.eval(readCounter, 1, keyFor(key), now())),
      ),
    reserve: (key, { windowMs, max }) =>
      connection.ask(async (client) => {
        const limits = [now(), windowMs, max, CLOCK_MOVE_MS] as const
        const reply = await client.eval(reserveInCounter, 1, keyFor(key), ...limits)
        const isTaken = Array.isArray(reply) && Number(reply[2]) === 1
        return {
          ...countOf(reply),
          isTaken,
          giveBack: async () => {
            if (!isTaken) return
            await connection.ask((again) => again.eval(giveBackToCounter, 1, keyFor(key)))
          },
        }
      }),
    clear: (key) =>
      connection.ask(async (client) => {
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
