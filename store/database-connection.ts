import { stat } from 'node:fs/promises'
import knex from 'knex'
import type { Knex } from 'knex'
import type { DatabaseTarget, Dialect } from './database-url.ts'

/** An open door to the shared database. */
export interface DatabaseConnection {
  readonly dialect: Dialect
  readonly knex: Knex
  /** Whether the file behind the connection is still the one that was opened; true for servers. */
  isCurrent(): Promise<boolean>
  close(): Promise<void>
}

interface ConnectionLimits {
  /** SQLite's busy wait blocks a pool thread, so it is short and retried by the drainer. */
  readonly busyTimeoutMs: number
  readonly acquireTimeoutMs: number
}

/** Opens the database lazily: knex connects at the first statement. Throws when the driver is missing. */
export function connectDatabase(
  target: DatabaseTarget,
  limits: ConnectionLimits,
): DatabaseConnection {
  if (target.dialect === 'sqlite') return connectSqlite(target.path, limits)

  const isMysql = target.dialect === 'mysql'
  const database = createKnex(isMysql ? 'mysql2' : 'pg', {
    client: isMysql ? 'mysql2' : 'pg',
    connection: target.url,
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    compileSqlOnError: false,
    pool: { min: 0, max: 4, afterCreate: isMysql ? useUtcInMysql : useUtcInPostgres },
  })
  return {
    dialect: target.dialect,
    knex: database,
    isCurrent: () => Promise.resolve(true),
    close: () => database.destroy(),
  }
}

function connectSqlite(path: string, limits: ConnectionLimits): DatabaseConnection {
  let opened: string | undefined
  const database = createKnex('sqlite3', {
    client: 'sqlite3',
    connection: { filename: path },
    useNullAsDefault: true,
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    compileSqlOnError: false,
    pool: {
      min: 0,
      // One handle per file: more would only wait for each other on libuv's threads (security.md 0.4).
      max: 1,
      // The handle stays: an idle close would checkpoint and reopen at every pause.
      idleTimeoutMillis: 86_400_000,
      afterCreate: (connection: RawConnection, done: Done) => {
        connection.run(`PRAGMA busy_timeout = ${limits.busyTimeoutMs}`, (error) =>
          done(error, connection),
        )
      },
    },
  })
  return {
    dialect: 'sqlite',
    knex: database,
    async isCurrent() {
      const identity = await fileIdentity(path)
      opened ??= identity
      return identity !== undefined && identity === opened
    },
    close: () => database.destroy(),
  }
}

interface RawConnection {
  run(sql: string, callback: (error: Error | null) => void): void
}

interface QueryConnection {
  query(sql: string, callback: (error: Error | null) => void): void
}

type Done = (error: Error | null, connection: unknown) => void

function useUtcInMysql(connection: QueryConnection, done: Done): void {
  connection.query("SET time_zone = '+00:00'", (error) => done(error, connection))
}

function useUtcInPostgres(connection: QueryConnection, done: Done): void {
  connection.query("SET TIME ZONE 'UTC'", (error) => done(error, connection))
}

function createKnex(driver: string, config: Knex.Config): Knex {
  try {
    return knex({ ...config, log: silent })
  } catch (cause) {
    throw new Error(`database.url needs the package ${driver}: npm install ${driver}`, { cause })
  }
}

// knex prints warnings to the console by itself; faults reach our log through the errors they cause.
const silent = { warn: () => undefined, error: () => undefined, debug: () => undefined }

async function fileIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path)
    return `${dev}:${ino}`
  } catch {
    // Missing or unreachable: either way it is not the file that was opened.
    return undefined
  }
}
