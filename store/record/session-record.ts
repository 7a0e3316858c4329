import type { RequestOrigin } from './request-origin.ts'
import type { SessionVariables } from '../php/value.ts'

/** One session record (spec 2.2) with the version that orders concurrent writes. */
export interface SessionRecord {
  /** `sess_id`: 32 lower-case hexadecimal characters. */
  readonly id: string
  readonly variables: SessionVariables
  readonly ip: string
  /** Unix ms of the last write of the variables or the last touch. */
  readonly changedAt: number
  /** Unix ms of creation; the absolute lifetime counts from here. */
  readonly createdAt: number
  /** Grows with every write of this id; a lower version never overwrites a higher one. */
  readonly version: number
}

/**
 * What Postern remembers of sessions. Every method throws StoreUnavailable when it could not answer. The
 * origin is the request it is done for, told where the shared database refuses the record later.
 */
export interface SessionStore {
  /** The record, or undefined when the last store answered that there is none, or it is past a lifetime. */
  load(id: string, origin?: RequestOrigin): Promise<SessionRecord | undefined>
  /** Class A: as `save`, for an id that was made just now: nobody is asked for an earlier record. */
  create(
    id: string,
    variables: SessionVariables,
    ip: string,
    origin?: RequestOrigin,
  ): Promise<SessionRecord>
  /**
   * Class A: creates or replaces the variables; resolves only once the record is durable.
   * Returns the record as stored (version and times filled in).
   */
  save(
    id: string,
    variables: SessionVariables,
    ip: string,
    origin?: RequestOrigin,
  ): Promise<SessionRecord>
  /** Class B: notes activity; coalesced, returns at once, never extends the absolute lifetime. */
  touch(id: string, origin?: RequestOrigin): void
  /** Class A: ends the session and leaves a tombstone; resolves once durable. */
  destroy(id: string, origin?: RequestOrigin): Promise<void>
}
