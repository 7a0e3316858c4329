import { createSingleFlight } from '../../plugin/concurrency/single-flight.ts'
import type { DatabasePersonal } from '../database/database.ts'
import { unlessAway } from '../fault/unavailable.ts'
import {
  applyPersonalChanges,
  newestPersonal,
  type PersonalCollection,
} from '../record/personal.ts'
import type { SpoolPersonal } from '../spool/spool.ts'
import { personalOwners } from './owners.ts'
import type { PersonalTier } from './tier.ts'

/**
 * A single instance: its spool has every collection that was ever requested, so that a locked database keeps
 * no one from their own things, also right after a restart. What the spool lacks comes from the database once.
 */
export function createSinglePersonal(
  spool: SpoolPersonal,
  database: DatabasePersonal,
): PersonalTier {
  const singleFlight = createSingleFlight<unknown>()

  async function load(collection: PersonalCollection): Promise<void> {
    if (await spool.isWhole(collection)) return
    await spool.copy(collection, await database.list(collection))
  }

  function loadOnce(collection: PersonalCollection): Promise<unknown> {
    return singleFlight.run(`${collection.owner}.${collection.kind}`, () => load(collection))
  }

  return {
    async list(collection) {
      await loadOnce(collection)
      return spool.list(collection)
    },
    async find(collection, id) {
      await loadOnce(collection)
      return (await spool.find(collection, [id]))[0]
    },
    async revision(collection) {
      await loadOnce(collection)
      return spool.revision(collection)
    },
    async save(collection, changes) {
      await loadOnce(collection)
      const standing = await spool.find(
        collection,
        changes.map(({ id }) => id),
      )
      const outcome = applyPersonalChanges(collection, changes, newestPersonal(standing))
      if ('saved' in outcome) await spool.save(outcome.saved)
      return outcome
    },
    usage: (owner) => spool.usage(owner),
    async kinds(owner) {
      const kinds = [await spool.kinds(owner), await unlessAway(database.kinds(owner))]
      return [...new Set(kinds.flatMap((some) => some ?? []))]
    },
    owners: (kind) => personalOwners({ spool, database }, kind),
  }
}

/** A database that has nothing yet began with this spool, which then knows everything there will be. */
export async function knowWhetherWhole(
  spool: Pick<SpoolPersonal, 'isWhole' | 'know'>,
  database: Pick<DatabasePersonal, 'isEmpty'>,
): Promise<void> {
  const isKnown = await spool.isWhole({ owner: '', kind: '' })
  if (!isKnown && (await unlessAway(database.isEmpty())) === true) await spool.know(true)
}
