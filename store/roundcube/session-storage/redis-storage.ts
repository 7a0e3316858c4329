import { once } from 'node:events'
import { connectRedis, mastersOf, whyNotConnected, type RedisClient } from '../../redis/connect.ts'
import { withDeadline } from '../../../plugin/concurrency/deadline.ts'
import { formatSessionValue, parseSessionValue } from '../session-value.ts'
import {
  inPieces,
  SESSION_ID,
  type SessionStorage,
  type SessionStorageTarget,
  type StorageOptions,
  type StoredSession,
} from './storage.ts'

/** Keys that one SCAN looks at. */
const SCANNED_AT_ONCE = 1_000

/** Sessions in the Redis that `redis_hosts` names: a value of PHP for each, under its id. */
export async function openRedisStorage(
  { url }: Extract<SessionStorageTarget, { readonly kind: 'redis' }>,
  { lifetimeMs, timeoutMs }: StorageOptions,
): Promise<SessionStorage> {
  const client = connectRedis({ url }, timeoutMs)
  await untilReady(client, timeoutMs)

  async function readOne(id: string): Promise<readonly StoredSession[]> {
    const [value, lifeMs] = await Promise.all([client.getBuffer(id), client.pttl(id)])
    const session = value === null ? undefined : parseSessionValue(value)
    if (session === undefined || session.vars.length === 0) return []
    return [{ id, session, lifeMs: lifeMs > 0 ? lifeMs : lifetimeMs }]
  }

  return {
    async list() {
      const ids = new Map<string, undefined>()
      for (const master of mastersOf(client)) {
        let cursor = '0'
        do {
          const [next, keys] = await master.scan(cursor, 'COUNT', SCANNED_AT_ONCE)
          for (const key of keys) if (SESSION_ID.test(key)) ids.set(key, undefined)
          cursor = next
        } while (cursor !== '0')
      }
      return ids
    },
    async read(ids) {
      const found: StoredSession[] = []
      for (const piece of inPieces(ids))
        found.push(...(await Promise.all(piece.map(readOne))).flat())
      return found
    },
    async write(sessions) {
      for (const piece of inPieces(sessions)) {
        await Promise.all(
          piece.map(({ id, session, lifeMs }) =>
            client.set(id, formatSessionValue(session), 'PX', Math.ceil(lifeMs)),
          ),
        )
      }
    },
    async remove(ids) {
      for (const piece of inPieces(ids)) await Promise.all(piece.map((id) => client.del(id)))
    },
    close() {
      client.disconnect()
      return Promise.resolve()
    },
  }
}

async function untilReady(client: RedisClient, timeoutMs: number): Promise<void> {
  // A later error is reported by the command that meets it; without a listener it would end the process.
  client.on('error', () => undefined)
  const ready = once(client, 'ready').catch((cause: unknown) => {
    throw new Error(whyNotConnected(cause), { cause })
  })
  try {
    await withDeadline(ready, timeoutMs)
  } catch (error) {
    client.disconnect()
    throw error
  }
}
