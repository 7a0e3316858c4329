import type { SpooledDocument } from './documents.ts'
import type { SpooledPersonal } from './personal.ts'
import type { SpooledEnd, SpooledSession } from './sessions.ts'
import type { SpooledUser } from './users.ts'

/** What goes from the spool to the shared database in one transaction. */
export interface DrainBatch {
  readonly sessions: readonly SpooledSession[]
  readonly ends: readonly SpooledEnd[]
  readonly users: readonly SpooledUser[]
  readonly documents: readonly SpooledDocument[]
  readonly personal: readonly SpooledPersonal[]
}

/** Unix ms at which the oldest record of a batch that is not empty was queued. */
export function oldestQueuedAt(batch: DrainBatch): number {
  const times = recordsOf(batch).map(({ queuedAt }) => queuedAt)
  return times.reduce((oldest, time) => Math.min(oldest, time), Infinity)
}

/** Records in the batch. */
export function batchSize(batch: DrainBatch): number {
  return recordsOf(batch).length
}

/** The older and the newer half of a batch of at least two records. */
export function halves(batch: DrainBatch): readonly [DrainBatch, DrainBatch] {
  const { sessions, ends, users, documents, personal } = batch
  const locations = positionsOf(batch).sort((a, b) => a - b)
  const middle = locations[Math.ceil(locations.length / 2)] ?? 0
  const where = (isIn: (seq: number) => boolean): DrainBatch => ({
    sessions: sessions.filter(({ seq }) => isIn(seq)),
    ends: ends.filter(({ seq }) => isIn(seq)),
    users: users.filter(({ seq }) => isIn(seq)),
    documents: documents.filter(({ seq }) => isIn(seq)),
    personal: personal.filter(({ seq }) => isIn(seq)),
  })
  return [where((seq) => seq < middle), where((seq) => seq >= middle)]
}

/** Places of all records of the batch in the order of draining. */
export function positionsOf(batch: DrainBatch): number[] {
  return recordsOf(batch).map(({ seq }) => seq)
}

function recordsOf({ sessions, ends, users, documents, personal }: DrainBatch) {
  return [...sessions, ...ends, ...users, ...documents, ...personal]
}
