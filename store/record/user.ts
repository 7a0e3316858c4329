import type { RequestOrigin } from './request-origin.ts'
import { integer, text, type SqlRow } from '../sql/row.ts'

/** A user record (spec 2.1). Times are Unix ms; the SQL columns hold `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface UserRecord {
  readonly userId: number
  readonly username: string
  readonly mailHost: string
  readonly lastLoginAt: number | undefined
  readonly failedLoginAt: number | undefined
  readonly failedLoginCounter: number
  readonly settings: OwnerSettings | undefined
}

/** What an owner has set, as text that means nothing to the store. The latest change counts. */
export interface OwnerSettings {
  readonly text: string
  /** Unix ms. */
  readonly changedAt: number
}

/** A user whose sign-in can be recorded: together with the session it starts, in one transaction. */
export interface UserSignIn {
  readonly userId: number
  /** Creates the user at the first sign-in, sets last_login, resets the counter. */
  record(): Promise<void>
}

/**
 * User records. Sign-in never waits for the shared database: ids come from the private spool and the
 * rows are drained like sessions are. The origin is the request it is done for, as in SessionStore.
 */
export interface Users {
  /** The owner of a mailbox who has just proven who they are; nothing is written yet. */
  prepareSignIn(username: string, mailHost: string, origin?: RequestOrigin): Promise<UserSignIn>
  /** Failure: sets failed_login and counts; an unknown user leaves nothing behind in `users`. */
  recordFailure(username: string, mailHost: string, origin?: RequestOrigin): Promise<void>
  find(username: string, mailHost: string): Promise<UserRecord | undefined>
  /** What the owner has set. A database that does not answer may know of a later change elsewhere. */
  settings(username: string, mailHost: string, origin?: RequestOrigin): Promise<string | undefined>
  /** Keeps what the owner has set; resolves once the spool has it. */
  saveSettings(
    username: string,
    mailHost: string,
    text: string,
    origin?: RequestOrigin,
  ): Promise<void>
}

/** The columns `settings` and `settings_ms` of a user's row, in the spool as in the database. */
export function settingsOf(row: SqlRow): OwnerSettings | undefined {
  if (typeof row['settings'] !== 'string') return undefined
  return { text: text(row, 'settings'), changedAt: integer(row, 'settings_ms') }
}

/** The later of two; undefined when there is none. */
export function latestSettings(
  one: OwnerSettings | undefined,
  other: OwnerSettings | undefined,
): OwnerSettings | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.changedAt > one.changedAt ? other : one
}
