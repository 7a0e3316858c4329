import type { DrainBatch } from './drain-batch.ts'
import { collectDocuments, hasSuperfluousDocuments, writeDocuments } from './documents.ts'
import type { SpooledDocument } from './documents.ts'
import { requeueAll, writeCommits, writeMark } from './file/progress.ts'
import { copyPersonal, evictPersonal, knowPersonal, writePersonal } from './personal.ts'
import type { SpooledPersonal } from './personal.ts'
import type { PersonalCollection } from '../record/personal.ts'
import { writeEnds, writeSessions } from './sessions.ts'
import type { SpooledEnd, SpooledSession } from './sessions.ts'
import { collectReasons, retryDeadLetters, moveToDeadLetters } from './dead-letters.ts'
import type { DeadLetterReason } from './dead-letters.ts'
import { writeUser } from './users.ts'
import type { UserWrite } from './users.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** Everything that can stand in one transaction of the spool. */
export type SpoolWrite =
  | ({ readonly kind: 'session' } & SpooledSession)
  | ({ readonly kind: 'end' } & SpooledEnd)
  | ({ readonly kind: 'document' } & SpooledDocument)
  | { readonly kind: 'personal'; readonly rows: readonly SpooledPersonal[] }
  | {
      readonly kind: 'personal-copy'
      readonly collection: PersonalCollection
      readonly rows: readonly SpooledPersonal[]
    }
  | { readonly kind: 'personal-known'; readonly isWhole: boolean }
  | { readonly kind: 'personal-evict' }
  | { readonly kind: 'user'; readonly write: UserWrite; readonly seq: number }
  | { readonly kind: 'settle'; readonly batch: DrainBatch; readonly mark: number }
  | {
      readonly kind: 'set-aside'
      /** In the order of draining. */
      readonly locations: readonly number[]
      readonly reason: DeadLetterReason & At
    }
  | { readonly kind: 'retry-set-aside' }
  | { readonly kind: 'release'; readonly ids: readonly string[] }
  | { readonly kind: 'requeue'; readonly at: number }
  | ({ readonly kind: 'collect' } & CollectBounds)

/** What a collection leaves. */
export interface CollectBounds {
  /** Unix ms: what expired earlier goes. */
  readonly before: number
  readonly maxDocuments: number
}

interface At {
  readonly at: number
}

/** Applies the writes in one transaction, all or none, which is the spool's `commits`-th. */
export async function applySpoolWrites(
  sqlite: Sqlite,
  writes: readonly SpoolWrite[],
  commits: number,
) {
  await sqlite.run('BEGIN IMMEDIATE')
  try {
    await writeSessions(
      sqlite,
      writes.filter((write) => write.kind === 'session'),
    )
    await writeEnds(
      sqlite,
      writes.filter((write) => write.kind === 'end'),
    )
    await writeDocuments(
      sqlite,
      writes.filter((write) => write.kind === 'document'),
    )
    for (const write of writes) await applyOther(sqlite, write)
    await writeCommits(sqlite, commits)
    await sqlite.run('COMMIT')
  } catch (error) {
    // A full disk may have rolled back automatically; the second error would only hide the first.
    await sqlite.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function applyOther(sqlite: Sqlite, write: SpoolWrite): Promise<void> {
  switch (write.kind) {
    case 'session':
    case 'end':
    case 'document':
      return
    case 'personal':
      return writePersonal(sqlite, write.rows)
    case 'personal-copy':
      return copyPersonal(sqlite, write.collection, write.rows)
    case 'personal-known':
      return knowPersonal(sqlite, write.isWhole)
    case 'personal-evict':
      return evictPersonal(sqlite, maxCollected)
    case 'user':
      return writeUser(sqlite, write.write, write.seq)
    case 'settle':
      await settle(sqlite, write.batch)
      return writeMark(sqlite, write.mark)
    case 'set-aside':
      return moveToDeadLetters(sqlite, write.locations, write.reason)
    case 'retry-set-aside':
      return retryDeadLetters(sqlite)
    case 'release':
      return sqlite.run(
        `DELETE FROM pending WHERE drained = 1 AND sess_id IN (SELECT value FROM json_each(?))`,
        [JSON.stringify(write.ids)],
      )
    case 'requeue':
      return requeueAll(sqlite, write.at)
    case 'collect':
      return collect(sqlite, write)
  }
}

/**
 * Sequence numbers, not ids: a record that was written again meanwhile has a new one and stays. A session
 * stays readable here until it was seen in the database (database-check.ts).
 */
async function settle(sqlite: Sqlite, batch: DrainBatch): Promise<void> {
  const settled = [
    ['pending', batch.sessions],
    ['tombstone', batch.ends],
    ['user', batch.users],
    ['document', batch.documents],
    ['personal', batch.personal],
  ] as const
  for (const [table, records] of settled) {
    if (records.length === 0) continue
    await sqlite.run(`UPDATE ${table} SET drained = 1 WHERE drained = 0 AND seq IN ${given}`, [
      JSON.stringify(records.map(({ seq }) => seq)),
    ])
  }
}

const given = '(SELECT value FROM json_each(?))'

// A few hundred at a time keeps the transaction short for the sign-ins that share it.
const maxCollected = 500

/** Also what the database never got: an expired session is of no use to it. */
async function collect(sqlite: Sqlite, bounds: CollectBounds): Promise<void> {
  for (const table of ['tombstone', 'pending']) {
    await sqlite.run(
      `DELETE FROM ${table} WHERE sess_id IN
         (SELECT sess_id FROM ${table} WHERE expires < ? LIMIT ?)`,
      [bounds.before, maxCollected],
    )
  }
  await collectDocuments(sqlite, bounds, maxCollected)
  await collectReasons(sqlite)
}

/** Whether another `collect` would find something. */
export async function hasExpired(sqlite: Sqlite, bounds: CollectBounds): Promise<boolean> {
  const rows = await sqlite.all(
    `SELECT 1 FROM (SELECT expires FROM pending UNION ALL SELECT expires FROM tombstone)
     WHERE expires < ? LIMIT 1`,
    [bounds.before],
  )
  return rows.length > 0 || (await hasSuperfluousDocuments(sqlite, bounds))
}
