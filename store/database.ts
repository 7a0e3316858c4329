import { createBatchedLookup } from './batched-lookup.ts'
import { connectDatabase } from './database-connection.ts'
import type { DatabaseConnection } from './database-connection.ts'
import { ensureSchema } from './database-schema.ts'
import {
  collectRows,
  findSessionRows,
  sessionRowsAfter,
  writeSessionRows,
} from './database-sessions.ts'
import type { DatabaseTarget } from './database-url.ts'
import { findUserRow, writeUserRows } from './database-users.ts'
import type { DrainBatch } from './drain-batch.ts'
import { StoreUnavailable } from './errors.ts'
import type { Lifetimes } from './lifetimes.ts'
import type { StoreLog } from './log.ts'
import { moveAside } from './move-aside.ts'
import { databaseFault } from './sql-error.ts'
import { isDamaged } from './sqlite-fault.ts'
import { none } from './stored-session.ts'
import type { Finding, StoredSession } from './stored-session.ts'
import { withinLimit } from './time-limit.ts'
import type { UserRecord } from './users.ts'

/**
 * The SQL database other programs may share, lock or break (spec 2). Nothing here is on the way of a
 * write a request waits for. Every method throws StoreUnavailable with a SqlError as its cause.
 */
export interface Database {
  findSession(id: string): Promise<Finding>
  /** A page of all sessions, by id. */
  sessionsAfter(id: string, limit: number): Promise<readonly StoredSession[]>
  findUser(username: string, mailHost: string): Promise<UserRecord | undefined>
  /** One transaction: all of the batch or nothing. */
  write(batch: DrainBatch): Promise<void>
  /** Deletes a few expired rows; resolves with how many at most went from one table. */
  collect(limit: number): Promise<number>
  /** Calls back when the tables were created anew, so that user records can be told again. */
  onCreated(listener: () => Promise<void>): void
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly target: DatabaseTarget
  readonly lifetimes: Lifetimes
  /** A read that takes longer counts as no answer. */
  readonly readLimitMs: number
  readonly now: () => number
  readonly log: StoreLog
}

/** Connects at the first use, so that a locked or missing database never stops a start. */
export function createDatabase(options: DatabaseOptions): Database {
  const { target, lifetimes, readLimitMs, now, log } = options
  const connectionLimits = { busyTimeoutMs: 200, acquireTimeoutMs: readLimitMs }
  let connection = connectDatabase(target, connectionLimits)
  let ready: Promise<void> | undefined
  let reopening: Promise<void> | undefined
  let created = (): Promise<void> => Promise.resolve()

  async function use<Value>(work: (door: DatabaseConnection) => Promise<Value>): Promise<Value> {
    await reopening
    const door = connection
    try {
      await (ready ??= prepare())
      return await work(door)
    } catch (error) {
      const fault = databaseFault(error, '')
      await recover(fault, door)
      throw fault
    }
  }

  async function prepare(): Promise<void> {
    try {
      const { isNew } = await ensureSchema(connection)
      await connection.isCurrent()
      if (isNew) await created()
    } catch (error) {
      ready = undefined
      throw error
    }
  }

  /** A damaged SQLite file is kept for the administrator and a new one begun (security.md 3.14). */
  async function recover(fault: StoreUnavailable, door: DatabaseConnection): Promise<void> {
    if (target.dialect !== 'sqlite' || !isDamaged(fault.engineCode)) return
    // Others that met the same damage wait for the first to mend it.
    if (door !== connection || reopening !== undefined) return reopening
    const asidePath = `${target.path}.corrupt-${now()}`
    log.error({ asidePath }, 'database damaged: moved aside, starting with an empty one')
    await reopen(() => moveAside(target.path, asidePath))
  }

  /** Somebody deleted or replaced the file: writes to the old handle would go nowhere (security.md 3.15). */
  async function reopenIfReplaced(): Promise<void> {
    if (ready === undefined || (await connection.isCurrent())) return
    log.error({}, 'database file is gone or was replaced: opening it anew')
    await reopen(() => Promise.resolve())
  }

  function reopen(between: () => Promise<void>): Promise<void> {
    reopening ??= replaceConnection(between).finally(() => {
      reopening = undefined
    })
    return reopening
  }

  async function replaceConnection(between: () => Promise<void>): Promise<void> {
    await connection.close()
    await between()
    ready = undefined
    connection = connectDatabase(target, connectionLimits)
  }

  const lookUpSession = createBatchedLookup({
    maxKeysPerRead: 200,
    read: (ids) => use(({ knex }) => findSessionRows(knex, ids, { lifetimes, now })),
  })

  async function read<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await withinLimit(work(), readLimitMs)
    } catch (error) {
      throw databaseFault(error, '')
    }
  }

  return {
    findSession: async (id) => (await read(() => lookUpSession(id))) ?? none,
    sessionsAfter: (id, limit) =>
      read(() => use(({ knex }) => sessionRowsAfter(knex, { id, limit }, { lifetimes, now }))),
    findUser: (username, mailHost) =>
      read(() => use(({ knex }) => findUserRow(knex, username, mailHost))),
    async write(batch) {
      await reopenIfReplaced()
      await use(({ knex, dialect }) =>
        knex.transaction(async (transaction) => {
          await writeSessionRows(transaction, dialect, batch)
          await writeUserRows(transaction, dialect, batch.users)
        }),
      )
    },
    collect: (limit) => use(({ knex }) => collectRows(knex, { now: now(), lifetimes, limit })),
    onCreated: (listener) => {
      created = listener
    },
    close: () => connection.close(),
  }
}
