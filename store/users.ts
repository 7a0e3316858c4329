/** A user record (spec 2.1). Times are Unix ms; the SQL columns hold `YYYY-MM-DD HH:MM:SS` in UTC. */
export interface UserRecord {
  readonly userId: number
  readonly username: string
  readonly mailHost: string
  readonly lastLoginAt: number | undefined
  readonly failedLoginAt: number | undefined
  readonly failedLoginCounter: number
}

/**
 * User records. Sign-in never waits for the shared database: ids come from the private spool and the
 * rows are drained like sessions are.
 */
export interface Users {
  /** Success: creates the user at the first sign-in, sets last_login, resets the counter. Returns the user_id. */
  recordSuccess(username: string, mailHost: string): Promise<number>
  /** Failure: sets failed_login and counts; an unknown user leaves nothing behind in `users`. */
  recordFailure(username: string, mailHost: string): Promise<void>
  find(username: string, mailHost: string): Promise<UserRecord | undefined>
}
