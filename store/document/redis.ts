import type { SharedDocuments } from './documents.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { keepNewerDocument } from '../redis/scripts.ts'
import type { StoredDocument } from '../record/document.ts'

interface RedisDocumentsOptions {
  readonly connection: RedisConnection
  readonly now: () => number
}

/** Documents in Redis, for all instances at once. */
export function createRedisDocuments({ connection, now }: RedisDocumentsOptions): SharedDocuments {
  return {
    find: (id) =>
      connection.ask(async (client) => {
        const value = await client.get(keyFor(id))
        return value === null ? undefined : documentOf(id, value)
      }),
    put: (document) =>
      connection.ask(async (client) => {
        const { id, version, expiresAt } = document
        const ttlMs = Math.max(1, expiresAt - now())
        const key = keyFor(id)
        const reply = await client.eval(
          keepNewerDocument,
          1,
          key,
          valueOf(document),
          version,
          ttlMs,
        )
        return (typeof reply === 'string' ? documentOf(id, reply) : undefined) ?? document
      }),
  }
}

// Without the run id: an old document that comes back with a snapshot loses against its newer
// version in the database.
function keyFor(id: string): string {
  return `postern:document:${id}`
}

function valueOf({ version, expiresAt, body }: StoredDocument): string {
  return `${version}.${expiresAt}.${body}`
}

function documentOf(id: string, value: string): StoredDocument | undefined {
  const [, version, expiresAt, body] = /^(\d+)\.(\d+)\.(.*)$/s.exec(value) ?? []
  if (version === undefined || expiresAt === undefined || body === undefined) return undefined
  return { id, version: Number(version), expiresAt: Number(expiresAt), body }
}
