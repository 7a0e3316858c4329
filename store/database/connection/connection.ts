import type { Knex } from 'knex'
import type { Dialect } from './url.ts'

/** An open connection to the shared database. */
export interface DatabaseConnection {
  readonly dialect: Dialect
  readonly knex: Knex
  /** Whether the file behind the connection is still the one that was opened; true for servers. */
  isCurrent(): Promise<boolean>
  /** Ends a server's connections at once, whatever they wait for; a file has none to cut. */
  cut(): void
  /** Lets statements finish, and cuts those that do not within a second. */
  close(): Promise<void>
}

/** How long the connection may keep somebody waiting. */
export interface ConnectionLimits {
  /** SQLite's busy wait blocks a pool thread, so it is short and retried by the drainer. */
  readonly busyTimeoutMs: number
  readonly acquireTimeoutMs: number
  /** A server gives a statement up by itself after this, so that none is left behind waiting for a lock. */
  readonly statementTimeoutMs: number
}
