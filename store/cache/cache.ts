import type { SessionFinding, SessionRow } from '../record/session.ts'

/** What became of a write: `ended` reports that the id was ended by a user and will not come back. */
export type CacheOutcome = 'kept' | 'outdated' | 'ended'

/**
 * The fast copy of sessions. It may forget anything at any time, but it never returns an older version
 * than the last one it confirmed. Every method throws StoreUnavailable when it could not answer.
 */
export interface SessionCache {
  get(id: string): Promise<SessionFinding>
  /** Keeps the session unless a higher version or a tombstone is there. */
  set(session: SessionRow, ttlMs: number): Promise<CacheOutcome>
  /** Replaces the session by a mark that outlives every late write of it. */
  tombstone(id: string, ttlMs: number): Promise<void>
  /** All sessions it has, in pages; each at least once. May throw StoreUnavailable after some pages. */
  sessions(): AsyncIterable<readonly SessionRow[]>
  state(): CacheState
  /** Since when it may lack what it once confirmed, to whomever; Unix ms. Undefined: it has it all. */
  uncertainSince(): number | undefined
  close(): Promise<void>
}

export type CacheState = 'up' | 'down'
