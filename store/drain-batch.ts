import type { SpooledEnd, SpooledSession } from './spool-sessions.ts'
import type { SpooledUser } from './spool-users.ts'

/** What goes from the spool to the shared database in one transaction. */
export interface DrainBatch {
  readonly sessions: readonly SpooledSession[]
  readonly ends: readonly SpooledEnd[]
  readonly users: readonly SpooledUser[]
}

/** Records in the batch. */
export function batchSize({ sessions, ends, users }: DrainBatch): number {
  return sessions.length + ends.length + users.length
}
