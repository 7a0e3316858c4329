import { stat } from 'node:fs/promises'
import { type ConnectionLimits, type DatabaseConnection, openKnex } from './connection.ts'

/**
 * The shared database in a file that other programs may lock, replace or remove. `prepareFile` runs before
 * each opening.
 */
export function connectSqlite(
  path: string,
  limits: ConnectionLimits,
  prepareFile: () => Promise<void>,
): DatabaseConnection {
  let opened: string | undefined
  const knex = openKnex('sqlite3', {
    client: 'sqlite3',
    connection: async () => {
      await prepareFile()
      return { filename: path }
    },
    useNullAsDefault: true,
    acquireConnectionTimeout: limits.acquireTimeoutMs,
    pool: {
      min: 0,
      // One handle per file: more would only wait for each other on its threads (libuv, "Thread pool work scheduling").
      max: 1,
      // The handle stays: an idle close would checkpoint and reopen at every pause.
      idleTimeoutMillis: 86_400_000,
      afterCreate: waitWhenBusy(limits.busyTimeoutMs),
    },
  })
  return {
    dialect: 'sqlite',
    knex,
    async isCurrent() {
      const identity = await fileIdentity(path)
      opened ??= identity
      return identity !== undefined && identity === opened
    },
    cut: () => undefined,
    close: () => knex.destroy(),
  }
}

interface RawConnection {
  run(sql: string, callback: (error: Error | null) => void): void
}

type Done = (error: Error | null, connection: unknown) => void

/** For a pool: how long its connections wait for another program's lock. */
export function waitWhenBusy(busyTimeoutMs: number) {
  return (connection: RawConnection, done: Done): void => {
    connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`, (error) => done(error, connection))
  }
}

async function fileIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path)
    return `${dev}:${ino}`
  } catch {
    // Missing or unreachable: either way it is not the file that was opened.
    return undefined
  }
}
