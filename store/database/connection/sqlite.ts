import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type ConnectionLimits, type DatabaseConnection, openKnex } from './connection.ts'
import {
  alignRollbackJournal,
  alignWalFiles,
  isOfAnotherGroup,
  makeWalFiles,
} from './journal-group.ts'

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
  let hasHandle = false
  const prepare = prepareHandle(path, limits)
  const knex = openKnex('sqlite3', {
    client: 'sqlite3',
    connection: async () => {
      await prepareFile()
      await makeWalFiles(path)
      return {
        // Anyone who may make the file has done so. By a flag alone knex would have it made.
        filename: `${pathToFileURL(path).href}?mode=rw`,
        flags: ['OPEN_URI'],
        // Prepared again until there is a handle: the directory may be missing still.
        expirationChecker: () => !hasHandle,
      }
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
        hasHandle = true
        prepare(connection, done)
      },
    },
  })
  return {
    dialect: 'sqlite',
    knex,
    async isCurrent() {
      // The file may have come into WAL mode after it was opened.
      await alignWalFiles(path)
      const identity = await fileIdentity(path)
      opened ??= identity
      return identity !== undefined && identity === opened
    },
    cut: () => undefined,
    close: () => knex.destroy(),
  }
}

interface RawConnection {
  configure(option: 'limit', id: number, value: number): void
  run(sql: string, callback: (error: Error | null) => void): void
  /** Called back while a statement changes rows (sqlite.org/c3ref/update_hook.html). */
  on(event: 'change', listener: () => void): unknown
}

type Done = (error: Error | null, connection: unknown) => void

/** SQLITE_LIMIT_LENGTH (sqlite.org/c3ref/c_limit_attached.html). */
const LIMIT_LENGTH = 0

/** For a pool: how long its connections wait for another program's lock. */
export function waitWhenBusy(busyTimeoutMs: number) {
  return (connection: RawConnection, done: Done): void => {
    connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`, (error) => done(error, connection))
  }
}

/** The first read opens the write-ahead log, which from then on no other program removes. */
function prepareHandle(
  path: string,
  { busyTimeoutMs, maxValueBytes }: Pick<ConnectionLimits, 'busyTimeoutMs' | 'maxValueBytes'>,
) {
  const wait = waitWhenBusy(busyTimeoutMs)
  return (connection: RawConnection, done: Done): void => {
    if (maxValueBytes !== undefined) connection.configure('limit', LIMIT_LENGTH, maxValueBytes)
    wait(connection, (error) => {
      if (error !== null) {
        done(error, connection)
        return
      }
      connection.run('SELECT 1 FROM sqlite_master LIMIT 1', () => {
        // A read that failed fails again for its caller, and is reported there.
        void alignJournals(connection, path).then(
          () => done(null, connection),
          (fault: unknown) => done(fault instanceof Error ? fault : null, connection),
        )
      })
    })
  }
}

async function alignJournals(connection: RawConnection, path: string): Promise<void> {
  await alignWalFiles(path)
  if (!(await isOfAnotherGroup(path))) return
  let isAligning = false
  connection.on('change', () => {
    // The journal is there before the first row of a transaction has changed.
    if (isAligning) return
    isAligning = true
    // What the system refuses is no fault (journal-group.ts); SQLite says what it cannot do.
    void alignRollbackJournal(path).finally(() => {
      isAligning = false
    })
  })
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
