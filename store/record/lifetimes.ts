import type { SessionRecord } from './session-record.ts'

/** How long a session lives. The refresh of an open page keeps it from idling; nothing extends `absoluteMs`. */
export interface Lifetimes {
  readonly idleMs: number
  readonly absoluteMs: number
  /** Idle limit of a record with `temp` = true (spec 2.3): nobody has signed in yet. */
  readonly preLoginMs: number
}

type Ages = Pick<SessionRecord, 'variables' | 'changedAt' | 'createdAt'>

/** Unix ms at which the record ends unless it is used before. */
export function expiryOf(record: Ages, lifetimes: Lifetimes): number {
  const idleMs = record.variables['temp'] === true ? lifetimes.preLoginMs : lifetimes.idleMs
  return Math.min(record.changedAt + idleMs, record.createdAt + lifetimes.absoluteMs)
}

/** How long the mark of an ended session is kept: longer than any late write of it could matter. */
export function tombstoneMs(lifetimes: Lifetimes): number {
  return lifetimes.absoluteMs + 3_600_000
}
