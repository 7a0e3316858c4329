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
      afterCreate: (connection: RawConnection, done: Done) => {
        connection.run(`PRAGMA busy_timeout = ${limits.busyTimeoutMs}`, (error) =>
          done(error, connection),
        )
      },
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

async function fileIdentity(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path)
    return `${dev}:${ino}`
  } catch {
    // Missing or unreachable: either way it is not the file that was opened.
    return undefined
  }
}
