import knex, { type Knex } from 'knex'
import { MissingDriver } from '../../fault/unavailable.ts'

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

/** How long the connection may keep someone waiting. */
export interface ConnectionLimits {
  /** SQLite's busy wait blocks a pool thread, so it is short and retried by the drainer. */
  readonly busyTimeoutMs: number
  readonly acquireTimeoutMs: number
  /** A server gives a statement up automatically after this, so that none is left behind waiting for a lock. */
  readonly statementTimeoutMs: number
  /** Longest value and longest row that SQLite hands out; its own limit without. */
  readonly maxValueBytes?: number
}

/** Throws MissingDriver when the driver's package is not installed. */
export function openKnex(driver: string, config: Knex.Config): Knex {
  try {
    return knex({ ...config, compileSqlOnError: false, log: silent })
  } catch (cause) {
    const advice = `database.url needs the package ${driver}: npm install ${driver}`
    throw new MissingDriver(advice, { cause })
  }
}

// knex prints warnings to the console automatically; faults reach our log through the errors they cause.
const silent = { warn: () => undefined, error: () => undefined, debug: () => undefined }

/** Where the shared database lives. */
export type DatabaseTarget =
  | { readonly dialect: 'sqlite'; readonly path: string }
  | { readonly dialect: 'mysql' | 'postgres'; readonly url: string }

/** The SQL engines the shared database may run on. */
export type Dialect = DatabaseTarget['dialect']

/** Reads `sqlite:PATH`, `mysql://...` or `postgres://...`; throws TypeError for anything else. */
export function parseDatabaseUrl(url: string): DatabaseTarget {
  if (url.startsWith('sqlite:')) {
    const path = url.slice('sqlite:'.length)
    if (path === '' || path === ':memory:') throw new TypeError('database.url: sqlite needs a file')
    return { dialect: 'sqlite', path }
  }
  if (url.startsWith('mysql://')) return { dialect: 'mysql', url }
  if (url.startsWith('postgres://') || url.startsWith('postgresql://')) {
    return { dialect: 'postgres', url }
  }
  // The value itself may hold a password, so it is not repeated.
  throw new TypeError('database.url: must begin with sqlite:, mysql:// or postgres://')
}
