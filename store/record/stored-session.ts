import { decodeVariables, encodeVariables } from '../php/session.ts'
import { expiryOf } from './lifetimes.ts'
import type { Lifetimes } from './lifetimes.ts'
import type { SessionRecord } from './session-record.ts'

/** A session as spool, cache and database keep it: the variables are base64 of PHP's format (spec 2.2). */
export interface StoredSession {
  readonly id: string
  readonly vars: string
  readonly ip: string
  readonly changedAt: number
  readonly createdAt: number
  readonly version: number
  /** Unix ms; computed when written so that collecting needs no decoding. */
  readonly expiresAt: number
}

/** What a store knows of an id: a session, that it was ended for good, or nothing. */
export type SessionFinding =
  | { readonly kind: 'session'; readonly session: StoredSession }
  | { readonly kind: 'ended' }
  | { readonly kind: 'none' }

/** Nothing is known of the id; the store did answer. */
export const none: SessionFinding = { kind: 'none' }

/** The id was ended and never comes back. */
export const ended: SessionFinding = { kind: 'ended' }

/** Throws PhpFormatError for variables PHP's format cannot carry. */
export function storedForm(record: SessionRecord, lifetimes: Lifetimes): StoredSession {
  return {
    id: record.id,
    vars: encodeVariables(record.variables),
    ip: record.ip,
    changedAt: record.changedAt,
    createdAt: record.createdAt,
    version: record.version,
    expiresAt: expiryOf(record, lifetimes),
  }
}

/** Throws PhpFormatError when the stored variables are not plain PHP session data. */
export function recordForm(session: StoredSession): SessionRecord {
  return {
    id: session.id,
    variables: decodeVariables(session.vars),
    ip: session.ip,
    changedAt: session.changedAt,
    createdAt: session.createdAt,
    version: session.version,
  }
}
