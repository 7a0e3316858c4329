import type { RequestOrigin } from './request-origin.ts'
import type { SessionVariables } from '../php/format.ts'
import { decodeVariables, encodeVariables } from '../php/session.ts'

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
 * origin is the request it is done for, named in the log where the shared database refuses the record later.
 */
export interface SessionStore {
  /** The record, or undefined when the last store responded that there is none, or it is past a lifetime. */
  load(id: string, origin?: RequestOrigin): Promise<SessionRecord | undefined>
  /** Class A: as `save`, for an id that was made just now: no store is queried for an earlier record. */
  create: WriteSession
  /**
   * Class A: creates or replaces the variables; resolves only once the record is durable.
   * Returns the record as stored (version and times filled in).
   */
  save: WriteSession
  /** Class B: notes activity; coalesced, returns at once, never extends the absolute lifetime. */
  touch(id: string, origin?: RequestOrigin): void
  /** Class A: ends the session and leaves a tombstone; resolves once durable. */
  destroy(id: string, origin?: RequestOrigin): Promise<void>
}

type WriteSession = (
  id: string,
  variables: SessionVariables,
  ip: string,
  origin?: RequestOrigin,
) => Promise<SessionRecord>

/** A session record as spool, cache and database keep it. */
export interface SessionRow extends Omit<SessionRecord, 'variables'> {
  /** The variables as base64 of PHP's session format (spec 2.2). */
  readonly vars: string
  /** Unix ms; computed when written so that collecting needs no decoding. */
  readonly expiresAt: number
}

/** Whether `next` may replace `current`: a higher version, or a later touch of the same version. */
export function isNewer(
  next: Pick<SessionRow, 'version' | 'changedAt'>,
  current: Pick<SessionRow, 'version' | 'changedAt'>,
): boolean {
  if (next.version !== current.version) return next.version > current.version
  return next.changedAt > current.changedAt
}

/** What a store knows of an id: a session, that it was ended permanently, or nothing. */
export type SessionFinding =
  | { readonly kind: 'session'; readonly session: SessionRow }
  | { readonly kind: 'ended' }
  | { readonly kind: 'none' }

/** Nothing is known of the id; the store did answer. */
export const none: SessionFinding = { kind: 'none' }

/** The id was ended and never comes back. */
export const ended: SessionFinding = { kind: 'ended' }

/** The record as the tiers keep it. Throws PhpFormatError for variables PHP's format cannot carry. */
export function rowOf(record: SessionRecord, lifetimes: Lifetimes): SessionRow {
  const { variables, ...remaining } = record
  return { ...remaining, vars: encodeVariables(variables), expiresAt: expiryOf(record, lifetimes) }
}

/** The record that a tier has kept. Throws PhpFormatError when its variables are not plain PHP session data. */
export function recordOf(row: SessionRow): SessionRecord {
  const { id, vars, ip, changedAt, createdAt, version } = row
  return { id, variables: decodeVariables(vars), ip, changedAt, createdAt, version }
}

/** How long a session lives. The refresh of an open page keeps it from idling; nothing extends `absoluteMs`. */
export interface Lifetimes {
  readonly idleMs: number
  readonly absoluteMs: number
  /** Idle limit of a record with `temp` = true (spec 2.3): no one has signed in yet. */
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
