import type { SpooledEnd, SpooledSession } from './spool-sessions.ts'
import type { SpooledUser } from './spool-users.ts'

/** What goes from the spool to the shared database in one transaction. */
export interface DrainBatch {
  readonly sessions: readonly SpooledSession[]
  readonly ends: readonly SpooledEnd[]
  readonly users: readonly SpooledUser[]
}

/** Unix ms at which the oldest record of a batch that is not empty was queued. */
export function oldestQueuedAt({ sessions, ends, users }: DrainBatch): number {
  const times = [...sessions, ...ends, ...users].map(({ queuedAt }) => queuedAt)
  return times.reduce((oldest, time) => Math.min(oldest, time), Infinity)
}

/** Records in the batch. */
export function batchSize({ sessions, ends, users }: DrainBatch): number {
  return sessions.length + ends.length + users.length
}
