import { realpath, stat } from 'node:fs/promises'
import type { Knex } from 'knex'
import { connectDatabase } from '../database/connection/connect.ts'
import type { DatabaseConnection, DatabaseTarget } from '../database/connection/connection.ts'
import { isInWalMode } from '../sql/read-only-uri.ts'
import { databaseFault } from '../database/sql-error.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import { systemErrorCode } from '../file/system-error.ts'
import { RoundcubeFault } from '../roundcube/fault.ts'
import { copyPrivately, type PrivateCopy } from '../roundcube/private-copy.ts'
import { BackupFault } from './fault.ts'

/** The database a backup is made of. */
export interface BackupSource {
  /** Runs the work on what the database holds at one moment. Throws StoreUnavailable, and what the work throws of its own. */
  atOneMoment<Value>(
    work: (at: Pick<DatabaseConnection, 'knex' | 'dialect'>) => Promise<Value>,
  ): Promise<Value>
  close(): Promise<void>
}

interface SourceOptions {
  /** Where there is room for a copy. */
  readonly directory: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Opens it, and makes none. Throws BackupFault, MissingDriver. */
export async function openSource(
  target: DatabaseTarget,
  { directory, timeoutMs, signal }: SourceOptions,
): Promise<BackupSource> {
  const copy = target.dialect === 'sqlite' ? await copyUnlessWal(target.path, directory) : undefined
  const connection = connectDatabase(
    copy === undefined ? target : { dialect: 'sqlite', path: copy.path },
    { busyTimeoutMs: 5_000, acquireTimeoutMs: timeoutMs, statementTimeoutMs: timeoutMs },
  )
  const cut = () => connection.cut()
  signal.addEventListener('abort', cut)
  return {
    async atOneMoment(work) {
      const { knex, dialect } = connection
      // What is not connected yet cannot be cut.
      signal.throwIfAborted()
      try {
        return await knex.transaction(
          (transaction) => work({ knex: transaction, dialect }),
          config(dialect),
        )
      } catch (error) {
        if (error instanceof BackupFault || error instanceof StoreUnavailable) throw error
        throw databaseFault(error, '')
      }
    },
    async close() {
      signal.removeEventListener('abort', cut)
      await connection.close()
      await copy?.remove()
    },
  }
}

/** A reader of SQLite has one moment automatically; a server may be set otherwise. */
function config(dialect: DatabaseConnection['dialect']): Knex.TransactionConfig {
  return dialect === 'sqlite' ? {} : { isolationLevel: 'repeatable read' }
}

/**
 * In WAL mode readers and writers do not meet. In any other mode a reader would keep writers waiting for as long as it reads,
 * so that a copy is read, which is made without a lock.
 */
async function copyUnlessWal(path: string, directory: string): Promise<PrivateCopy | undefined> {
  await stat(path).catch((cause: unknown) => {
    if (systemErrorCode(cause) !== 'ENOENT') throw cause
    throw new BackupFault(`${path} is not there: Postern has not written to it yet`, { cause })
  })
  if (await isInWalMode(path)) return undefined
  try {
    return await copyPrivately(await realpath(path), { maxBytes: Infinity, directory })
  } catch (cause) {
    if (!(cause instanceof RoundcubeFault)) throw cause
    if (cause.code !== 'busy') throw new BackupFault(`${path} cannot be copied`, { cause })
    const remedy = `try again, or once when nothing uses it: sqlite3 ${path} 'PRAGMA journal_mode=WAL'`
    throw new BackupFault(`${path} is not in WAL mode, and written all the time: ${remedy}`, {
      cause,
    })
  }
}
