import { StoreUnavailable } from '../fault/unavailable.ts'
import type { Spool } from '../spool/spool.ts'
import { newestDocument, type StoredDocument } from '../record/document.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { keepNewerDocument } from '../redis/scripts.ts'

/** Versioned records that are as durable as sessions. Every method throws StoreUnavailable. */
export interface Documents {
  /** The newest that any tier knows. */
  find(id: string): Promise<StoredDocument | undefined>
  /**
   * Keeps the document unless this version of it, or a newer one, is there already, and returns which
   * one stands: of several writers of a version one finds its own. Acknowledged after the spool's commit.
   */
  put(document: StoredDocument): Promise<StoredDocument>
}

/** A tier that other instances see. Both throw StoreUnavailable. */
export type SharedDocuments = Documents

/**
 * Documents over the spool and what instances share, which are queried in this order, so that two writers meet in
 * the first that both reach; one shared tier of those there are has to answer. There is none for a single
 * instance: what its own disk has is all there is.
 */
export function createDocuments(
  spool: Pick<Spool, 'saveDocument' | 'findDocument'>,
  shared: readonly SharedDocuments[],
): Documents {
  return {
    async find(id) {
      const requested = await Promise.all([
        spool.findDocument(id),
        ...shared.map((tier) => unlessAway(tier.find(id))),
      ])
      const [own, ...others] = requested
      if (shared.length > 0) atLeastOne(others)
      return newestDocument([
        own,
        ...others.map((response) => (response === away ? undefined : response)),
      ])
    },
    async put(document) {
      const responses: (StoredDocument | typeof away)[] = []
      for (const tier of shared) {
        const standing = await unlessAway(tier.put(document))
        if (standing !== away && !isSame(standing, document)) return standing
        responses.push(standing)
      }
      if (shared.length > 0) atLeastOne(responses)
      await spool.saveDocument(document)
      return (await spool.findDocument(document.id)) ?? document
    },
  }
}

/** A tier that did not answer, which is not the same as one that has none. */
const away = Symbol('away')

async function unlessAway<Value>(response: Promise<Value>): Promise<Value | typeof away> {
  try {
    return await response
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return away
  }
}

function atLeastOne(responses: readonly unknown[]): void {
  if (responses.every((response) => response === away)) {
    throw new StoreUnavailable('database', 'unreachable', undefined)
  }
}

function isSame(one: StoredDocument, other: StoredDocument): boolean {
  return one.version === other.version && one.body === other.body
}

/** Documents in Redis, for all instances at once. */
export function createRedisDocuments(
  connection: RedisConnection,
  now: () => number,
): SharedDocuments {
  return {
    find: (id) =>
      connection.query(async (client) => {
        const value = await client.get(keyFor(id))
        return value === null ? undefined : documentOf(id, value)
      }),
    put: (document) =>
      connection.query(async (client) => {
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
