import type { PersonalCollection, PersonalChange, StoredPersonal } from '../record/personal.ts'
import { personalRevision } from '../record/personal.ts'
import type { RedisConnection } from '../redis/connection.ts'
import { fillPersonal, savePersonal } from '../redis/scripts.ts'

/** What Redis makes of changes; `cold` when it does not have the collection. */
type RedisSave =
  | { readonly kind: 'cold' }
  | { readonly kind: 'saved'; readonly rows: readonly StoredPersonal[] }
  | { readonly kind: 'conflict'; readonly rows: readonly StoredPersonal[] }

/** A collection no one requests is read from the database when it is requested again. */
const ttlMs = 7 * 86_400_000

/** Whole collections in Redis, where all instances meet. Every method throws StoreUnavailable. */
export type RedisPersonal = ReturnType<typeof createRedisPersonal>

/** Keys carry the run id: an old snapshot, or a replica that lacks something, starts cold. */
export function createRedisPersonal(connection: RedisConnection) {
  const keyFor = (runId: string, { owner, kind }: PersonalCollection) =>
    `postern:${runId}:personal:${owner}:${kind}`

  return {
    /** undefined: Redis does not have the collection. */
    list: (collection: PersonalCollection) =>
      connection.query(async (client, runId): Promise<readonly StoredPersonal[] | undefined> => {
        const fields = await client.hgetall(keyFor(runId, collection))
        if (fields['#'] === undefined) return undefined
        return Object.entries(fields).flatMap(([field, value]) =>
          field === '#' ? [] : [rowOf(collection, field.slice(1), value)],
        )
      }),
    /** undefined: Redis does not have the collection; null: it has no such document. */
    find: (collection: PersonalCollection, id: string) =>
      connection.query(async (client, runId): Promise<StoredPersonal | null | undefined> => {
        const [revision, value] = await client.hmget(keyFor(runId, collection), '#', `=${id}`)
        if (typeof revision !== 'string') return undefined
        return typeof value === 'string' ? rowOf(collection, id, value) : null
      }),
    revision: (collection: PersonalCollection) =>
      connection.query(async (client, runId): Promise<number | undefined> => {
        const revision = await client.hget(keyFor(runId, collection), '#')
        return revision === null ? undefined : Number(revision)
      }),
    save: (collection: PersonalCollection, changes: readonly PersonalChange[]) =>
      connection.query(async (client, runId) => {
        const values = changes.flatMap(({ id, baseVersion, body }) => [
          ...[id, baseVersion, bodyOf(body)],
        ])
        const key = keyFor(runId, collection)
        const reply: unknown = await client.eval(savePersonal, 1, key, ttlMs, ...values)
        return saveOf(collection, changes, reply)
      }),
    fill: (collection: PersonalCollection, rows: readonly StoredPersonal[]) =>
      connection.query(async (client, runId) => {
        const values = rows.flatMap(({ id, version, body }) => [id, `${version}.${bodyOf(body)}`])
        const key = keyFor(runId, collection)
        await client.eval(fillPersonal, 1, key, ttlMs, personalRevision(rows), ...values)
      }),
    /** What Redis has contradicts the database: it is filled again when requested. */
    drop: (collection: PersonalCollection) =>
      connection.query(async (client, runId) => {
        await client.del(keyFor(runId, collection))
      }),
  }
}

function bodyOf(body: string | undefined): string {
  return body === undefined ? '1.' : `0.${body}`
}

function rowOf({ owner, kind }: PersonalCollection, id: string, value: string): StoredPersonal {
  const [, version, removed, body = ''] = /^(\d+)\.([01])\.(.*)$/s.exec(value) ?? []
  if (version === undefined) throw new TypeError('a personal document in Redis has another shape')
  return { owner, kind, id, version: Number(version), body: removed === '1' ? undefined : body }
}

function saveOf(
  collection: PersonalCollection,
  changes: readonly PersonalChange[],
  reply: unknown,
): RedisSave {
  const [kind, ...rest] = Array.isArray(reply) ? reply.map(String) : []
  if (kind === 'saved') {
    const { owner, kind } = collection
    const rows = changes.map(({ id, body }, at) => {
      return { owner, kind, id, version: Number(rest[at]), body }
    })
    return { kind: 'saved', rows }
  }
  if (kind !== 'conflict') return { kind: 'cold' }
  const rows: StoredPersonal[] = []
  for (let at = 0; at < rest.length; at += 2) {
    rows.push(rowOf(collection, rest[at] ?? '', rest[at + 1] ?? ''))
  }
  return { kind: 'conflict', rows }
}
