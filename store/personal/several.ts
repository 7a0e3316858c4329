import type { DatabasePersonal } from '../database/database.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'
import { databaseTimedOut, unlessAway } from '../fault/unavailable.ts'
import {
  applyPersonalChanges,
  newestPersonal,
  type PersonalChange,
  type PersonalCollection,
  type PersonalOutcome,
  personalRevision,
  type StoredPersonal,
} from '../record/personal.ts'
import type { SpoolPersonal } from '../spool/spool.ts'
import type { RedisPersonal } from './redis.ts'
import { personalOwners } from './owners.ts'
import type { PersonalTier } from './tier.ts'

interface SeveralPersonalOptions {
  readonly spool: SpoolPersonal
  readonly redis: RedisPersonal
  readonly database: DatabasePersonal
  /** A write to the database that takes longer counts as not made. */
  readonly directWriteMs: number
}

/**
 * One of several instances. They meet in Redis, and in the database as well unless that is away; one of the two
 * must have a change before it is acknowledged, and this instance's spool in any case.
 */
export function createSeveralPersonal(options: SeveralPersonalOptions): PersonalTier {
  const { spool, redis, database, directWriteMs } = options

  /** From the database, with what this instance may not have drained yet. */
  async function read(collection: PersonalCollection): Promise<readonly StoredPersonal[]> {
    const rows = [...(await database.list(collection)), ...(await spool.list(collection))]
    return [...newestPersonal(rows).values()]
  }

  async function fill(collection: PersonalCollection): Promise<readonly StoredPersonal[]> {
    const rows = await read(collection)
    await unlessAway(redis.fill(collection, rows))
    return rows
  }

  async function list(collection: PersonalCollection): Promise<readonly StoredPersonal[]> {
    return (await unlessAway(redis.list(collection))) ?? fill(collection)
  }

  async function saveInRedis(collection: PersonalCollection, changes: readonly PersonalChange[]) {
    const first = await redis.save(collection, changes)
    if (first.kind !== 'cold') return first
    await redis.fill(collection, await read(collection))
    return redis.save(collection, changes)
  }

  /** What the changes are to become: by Redis, which has them then, or by the database. */
  async function decide(
    collection: PersonalCollection,
    changes: readonly PersonalChange[],
  ): Promise<PersonalOutcome & { readonly isInRedis: boolean }> {
    const response = await unlessAway(saveInRedis(collection, changes))
    if (response?.kind === 'saved') return { saved: response.rows, isInRedis: true }
    if (response?.kind === 'conflict') return { conflicts: response.rows, isInRedis: true }
    const standing = newestPersonal(await read(collection))
    return { ...applyPersonalChanges(collection, changes, standing), isInRedis: false }
  }

  const saveInDatabase = (rows: readonly StoredPersonal[]) =>
    withDeadline(database.save(rows), directWriteMs, databaseTimedOut)

  return {
    list,
    async find(collection, id) {
      const response = await unlessAway(redis.find(collection, id))
      if (response !== undefined) return response ?? undefined
      return (await fill(collection)).find((row) => row.id === id)
    },
    async revision(collection) {
      const revision = await unlessAway(redis.revision(collection))
      return revision ?? personalRevision(await fill(collection))
    },
    async save(collection, changes) {
      const decided = await decide(collection, changes)
      if ('conflicts' in decided) return decided
      const { saved, isInRedis } = decided
      const writing = saveInDatabase(saved)
      const conflicts = await (isInRedis ? unlessAway(writing) : writing)
      if (conflicts !== undefined && conflicts.length > 0) {
        // A user without Redis wrote these before: what Redis has is no longer true.
        await unlessAway(redis.drop(collection))
        return { conflicts }
      }
      await spool.save(saved)
      return { saved }
    },
    usage: (owner) => unlessAway(database.usage(owner)),
    async kinds(owner) {
      const kinds = [await spool.kinds(owner), await database.kinds(owner)]
      return [...new Set(kinds.flat())]
    },
    owners: (kind) => personalOwners({ spool, database }, kind),
  }
}
