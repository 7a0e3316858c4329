import { createHash } from 'node:crypto'
import type { Claim, Claims } from './claims.ts'
import type { RedisConnection } from './redis.ts'
import { claimOnce, removeUnchanged, replaceUnchanged } from './redis-scripts.ts'

interface RedisClaimsOptions {
  readonly connection: RedisConnection
  /** How long a claim and its outcome are known. */
  readonly keepMs: number
}

const TAKEN = '?'
const SETTLED = '='

/** Claims in Redis, for all instances. The keys are hashed: what is claimed may name people. */
export function createRedisClaims({ connection, keepMs }: RedisClaimsOptions): Claims {
  return {
    claim: (key, owner) =>
      connection.ask(async (client) => {
        const reply = await client.eval(claimOnce, 1, keyFor(key), TAKEN + owner, keepMs)
        return claimOf(reply, keepMs)
      }),
    settle: (key, owner, outcome) =>
      connection.ask(async (client) => {
        const [before, after] = [TAKEN + owner, SETTLED + outcome]
        await client.eval(replaceUnchanged, 1, keyFor(key), before, after, keepMs)
      }),
    release: (key, owner) =>
      connection.ask(async (client) => {
        await client.eval(removeUnchanged, 1, keyFor(key), TAKEN + owner)
      }),
  }
}

// Without the incarnation: an old claim that comes back with a snapshot is as true as before.
function keyFor(key: string): string {
  return `postern:claim:${createHash('sha256').update(key).digest('base64url')}`
}

function claimOf(reply: unknown, keepMs: number): Claim {
  const [value, leftMs] = Array.isArray(reply) ? Array.from<unknown>(reply) : []
  if (typeof value !== 'string' || value === '') return { kind: 'mine' }
  if (value.startsWith(SETTLED)) return { kind: 'settled', outcome: value.slice(SETTLED.length) }
  return { kind: 'taken', ageMs: Math.max(0, keepMs - Number(leftMs)) }
}
