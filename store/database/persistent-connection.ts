import type { Knex } from 'knex'
import { StoreUnavailable } from '../fault/unavailable.ts'
import { DeadlineExceeded, withDeadline } from '../../plugin/concurrency/deadline.ts'
import { moveAside } from '../file/move-aside.ts'
import { createPrivateFile, isOwnFile, keepPrivate } from '../file/private-file.ts'
import type { StoreLog } from '../observer/observer.ts'
import { isDamaged, sqliteCode } from '../sql/sqlite-fault.ts'
import { clockDifference } from './clock.ts'
import { connectDatabase } from './connection/connect.ts'
import type { DatabaseConnection, DatabaseTarget } from './connection/connection.ts'
import { databaseErrorReport, type DatabaseErrorReport } from './error-report.ts'
import { ensureSchema } from './schema/schema.ts'
import { databaseFault, isTableMissing, withoutSql } from './sql-error.ts'

export interface PersistentConnectionOptions {
  readonly target: DatabaseTarget
  /** A read that takes longer counts as no response. */
  readonly readLimitMs: number
  /** Work that takes longer is given up, and a server's connection with it. */
  readonly timeoutMs: number
  /** An SQLite file in it is kept from others. */
  readonly privateDirectory?: string
  readonly now: () => number
  readonly log: StoreLog
  /** A damaged file goes to the error log, whichever question met it. */
  readonly reportDamage: (error: DatabaseErrorReport) => void
  /** Told of every failure. */
  readonly onFailed: (fault: StoreUnavailable) => void
}

/**
 * One connection to the database, made again when its server went silent and when its file is damaged, gone
 * or another one. Connects at the first use.
 */
interface PersistentConnection {
  /** Only spells queries. */
  readonly knex: Knex
  /** How far the clock of the database is ahead of ours. */
  readonly aheadMs: number
  /** Whether Postern made `users` itself; undefined before the first connection. */
  readonly ownsUsers: boolean | undefined
  /** Does the work once the tables are there. Throws StoreUnavailable. */
  readonly use: <Value>(work: (at: DatabaseConnection) => Promise<Value>) => Promise<Value>
  /** A user deleted or replaced the file: writes to the old handle would go nowhere (plugin/docs/faults.md). */
  readonly reopenIfReplaced: () => Promise<void>
  /** At each connect and each drain: clocks are set, and go wrong, while both run. */
  readonly compareClocks: (connection: DatabaseConnection) => Promise<void>
  close(): Promise<void>
}

/** One connection, and whether its tables are there yet. */
interface OpenedDatabase {
  readonly connection: DatabaseConnection
  prepared: Promise<void> | undefined
}

const QUIET = { warn: () => undefined }

/** Opens nothing yet. */
export function createPersistentConnection(
  options: PersistentConnectionOptions,
): PersistentConnection {
  const { target, readLimitMs, timeoutMs, now, log } = options
  let opened = openConnection()
  let reopening: Promise<void> | undefined
  let isClosed = false
  let aheadMs = 0
  let ownsUsers: boolean | undefined
  let isDamageReported = false
  let isModeReported = false
  /** That the file is missing, until one is there again. */
  let isMissingReported = false

  function openConnection(): OpenedDatabase {
    const limits = {
      busyTimeoutMs: 200,
      acquireTimeoutMs: readLimitMs,
      statementTimeoutMs: timeoutMs,
    }
    return { connection: connectDatabase(target, limits, prepareFile), prepared: undefined }
  }

  async function prepareFile(): Promise<void> {
    if (target.dialect !== 'sqlite') return
    // A file that another program has its tables in is made by that program, or restored by its administrator.
    if (ownsUsers !== false) await createPrivateFile(target.path)
    const { privateDirectory } = options
    // Reported once: a file that cannot be written is opened again and again.
    await keepPrivate(target.path, { privateDirectory, log: isModeReported ? QUIET : log })
    isModeReported = true
  }

  async function use<Value>(work: (at: DatabaseConnection) => Promise<Value>): Promise<Value> {
    await reopening
    if (isClosed) throw new StoreUnavailable('database', 'closed', undefined)
    const used = opened
    try {
      return await withDeadline(passThrough(used, work), timeoutMs)
    } catch (error) {
      const fault = databaseFault(error, '')
      options.onFailed(fault)
      if (error instanceof DeadlineExceeded) giveUp(used)
      else await recover(fault, used)
      // A user emptied the database under its connection: the next use makes the tables again.
      if (isTableMissing(fault.engineCode, target.dialect)) used.prepared = undefined
      throw fault
    }
  }

  async function passThrough<Value>(
    used: OpenedDatabase,
    work: (at: DatabaseConnection) => Promise<Value>,
  ): Promise<Value> {
    await (used.prepared ??= prepare(used))
    return work(used.connection)
  }

  async function prepare(used: OpenedDatabase): Promise<void> {
    try {
      ownsUsers = (await ensureSchema(used.connection)).ownsUsers
      if (await used.connection.isCurrent()) isMissingReported = false
      await compareClocks(used.connection)
    } catch (error) {
      used.prepared = undefined
      throw withoutSql(databaseFault(error, ''))
    }
  }

  async function compareClocks({ knex, dialect }: DatabaseConnection): Promise<void> {
    aheadMs = await clockDifference(knex, dialect, now)
  }

  /** A server that went silent may never answer on this connection, e.g. behind a broken network. */
  function giveUp(used: OpenedDatabase): void {
    // Another handle would only wait for the same disk.
    if (target.dialect === 'sqlite' || used !== opened || isClosed) return
    opened = openConnection()
    used.connection.cut()
    void used.connection.close()
  }

  /**
   * A damaged SQLite file is stored for the administrator and a new one started (plugin/docs/faults.md). One of another user stays: it
   * holds what is theirs. One that could not be written is opened again.
   */
  async function recover(fault: StoreUnavailable, used: OpenedDatabase): Promise<void> {
    const isReadOnly = fault.engineCode === sqliteCode.readOnly
    if (target.dialect !== 'sqlite' || !(isReadOnly || isDamaged(fault.engineCode))) return
    // Others that met the same fault wait for the first to mend it.
    if (used !== opened || reopening !== undefined) return reopening
    // SQLite reads what it cannot open for writing, and never tries again: also a log that another program has just made, under its
    // umask, and is about to give the mode of the database.
    if (isReadOnly) return reopen(() => Promise.resolve())
    if (!(await isOwnFile(target.path))) {
      if (!isDamageReported) options.reportDamage(databaseErrorReport(fault))
      isDamageReported = true
      // Its owner may put another file there.
      return reopen(() => Promise.resolve())
    }
    const asidePath = `${target.path}.corrupt-${now()}`
    log.error({ asidePath }, 'database damaged: moved aside, starting with an empty one')
    options.reportDamage(databaseErrorReport(fault))
    await reopen(() => moveAside(target.path, asidePath))
  }

  async function reopenIfReplaced(): Promise<void> {
    const used = opened
    if (used.prepared === undefined || (await used.connection.isCurrent())) return
    // Others that saw the same wait for the first to open it.
    if (used !== opened || reopening !== undefined) return reopening
    if (!isMissingReported) log.error({}, 'database file is gone or was replaced: opening it anew')
    isMissingReported = true
    await reopen(() => Promise.resolve())
  }

  function reopen(between: () => Promise<void>): Promise<void> {
    reopening ??= replaceConnection(between).finally(() => {
      reopening = undefined
    })
    return reopening
  }

  async function replaceConnection(between: () => Promise<void>): Promise<void> {
    await opened.connection.close()
    await between()
    opened = openConnection()
  }

  return {
    get knex() {
      return opened.connection.knex
    },
    get aheadMs() {
      return aheadMs
    },
    get ownsUsers() {
      return ownsUsers
    },
    use,
    reopenIfReplaced,
    compareClocks,
    async close() {
      isClosed = true
      await reopening
      await opened.connection.close()
    },
  }
}
