import type { DatabasePersonal } from '../database/database.ts'
import type { SpoolPersonal } from '../spool/spool.ts'

const OWNERS_PER_QUESTION = 500

/** Everybody who has documents of a kind: by the database, and by what this spool has not drained yet. */
export async function* personalOwners(
  tiers: {
    readonly spool: Pick<SpoolPersonal, 'undrainedOwners'>
    readonly database: Pick<DatabasePersonal, 'owners'>
  },
  kind: string,
): AsyncIterable<readonly string[]> {
  yield await tiers.spool.undrainedOwners(kind)
  let after = ''
  for (;;) {
    const page = await tiers.database.owners({ kind, after, limit: OWNERS_PER_QUESTION })
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    after = last
  }
}
