import type { Knex } from 'knex'
import { createBatchedLookup, createLimitedReads } from './reads.ts'
import { connectDatabase } from './connection/connect.ts'
import { clockDifference } from './clock.ts'
import type { DatabaseConnection, DatabaseTarget } from './connection/connection.ts'
import { collectDocumentRows, documentOf, selectDocument, writeDocumentRows } from './documents.ts'
import {
  databaseErrorReport,
  type DatabaseErrorReport,
  type ShownStatements,
} from './error-report.ts'
import { ensureSchema } from './schema.ts'
import {
  collectRows,
  selectEndsAfter,
  selectSessionsAfter,
  selectSessionsOf,
  shownSessionStatements,
  endOf,
  findSessionRows,
  findVersions,
  selectVersions,
  sessionOf,
  writeSessionRows,
} from './sessions.ts'
import { selectUser, updateUser, userOf, writeUserRows } from './users.ts'
import { collectWriters, exchangeMark, findMark, selectMark, type WriterMark } from './writers.ts'
import type { DrainBatch } from '../spool/drain-batch.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import { type Lifetimes, none, type SessionFinding, type SessionRow } from '../record/session.ts'
import type { StoreLog } from '../observer/observer.ts'
import { moveAside } from '../file/move-aside.ts'
import { createPrivateFile, keepPrivate } from '../file/private-file.ts'
import { databaseFault, isTableMissing } from './sql-error.ts'
import type { SqlRow } from '../sql/row.ts'
import { isDamaged } from '../sql/sqlite-fault.ts'
import { selectRows, type Query } from './statement.ts'
import type { StoredDocument } from '../record/document.ts'
import { TimeLimitReached, withinLimit } from '../fault/time-limit.ts'
import type { UserRecord } from '../record/user.ts'

/**
 * The SQL database other programs may share, lock or break (spec 2). Nothing here is on the way of a
 * write a request waits for. Every method throws StoreUnavailable with a SqlError as its cause.
 */
export interface Database {
  /** What the error log shows of its writes. */
  readonly shown: ShownStatements
  /** Connects ahead of the first question, which would wait for it; resolves without when it does not answer. */
  warm(): Promise<void>
  findSession(id: string): Promise<SessionFinding>
  /** A page of all sessions, by id. */
  sessionsAfter(id: string, limit: number): Promise<readonly SessionRow[]>
  /** A page of ends, by the time their mark expires, beginning after `last`. */
  endsAfter(
    last: { expiresAt: number; id: string },
    limit: number,
  ): Promise<readonly { id: string; expiresAt: number }[]>
  findUser(username: string, mailHost: string): Promise<UserRecord | undefined>
  findDocument(id: string): Promise<StoredDocument | undefined>
  /** One transaction: all of the batch or nothing. */
  write(batch: DrainBatch): Promise<void>
  /** As `write`, under the writer's mark; answers the mark the database had before, if any. */
  writeMarked(batch: DrainBatch, mark: WriterMark): Promise<number | undefined>
  /** The writer's mark as the file or server has it that is there now. */
  findMark(writer: string): Promise<number | undefined>
  /** Versions of the sessions that are there; of an ended one the version is infinite. */
  findVersions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Deletes a few expired rows; resolves with how many at most went from one table. */
  collect(limit: number): Promise<number>
  close(): Promise<void>
}

interface DatabaseOptions {
  readonly target: DatabaseTarget
  readonly lifetimes: Lifetimes
  /** A read that takes longer counts as no answer. */
  readonly readLimitMs: number
  /** Work that takes longer is given up, and a server's connection with it. */
  readonly timeoutMs: number
  /** An SQLite file in it is kept from others. */
  readonly privateDirectory?: string
  readonly now: () => number
  readonly log: StoreLog
  /** A damaged file goes to the error log, whichever question met it. */
  readonly reportDamage: (error: DatabaseErrorReport) => void
}

/** A start waits this long for a database that does not answer. */
const warmLimitMs = 3_000

/** One connection, and whether its tables are there yet. */
interface OpenedDatabase {
  readonly connection: DatabaseConnection
  prepared: Promise<void> | undefined
}

/** Connects when told to, or at the first use: a locked or missing database never stops a start. */
export function createDatabase(options: DatabaseOptions): Database {
  const { target, lifetimes, readLimitMs, timeoutMs, now, log } = options
  let opened = openConnection()
  let reopening: Promise<void> | undefined
  let isClosed = false
  let aheadMs = 0
  const reads = createLimitedReads(readLimitMs, () => opened.connection.knex)

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
    await createPrivateFile(target.path)
    await keepPrivate(target.path, { privateDirectory: options.privateDirectory, log })
  }

  async function use<Value>(work: (at: DatabaseConnection) => Promise<Value>): Promise<Value> {
    await reopening
    if (isClosed) throw new StoreUnavailable('database', 'closed', undefined)
    const used = opened
    try {
      return await withinLimit(passThrough(used, work), timeoutMs)
    } catch (error) {
      const fault = databaseFault(error, '')
      reads.failed(fault)
      if (error instanceof TimeLimitReached) giveUp(used)
      else await recover(fault, used)
      // Somebody emptied the database under its connection: the next use makes the tables again.
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
      await ensureSchema(used.connection)
      await used.connection.isCurrent()
      await compareClocks(used.connection)
    } catch (error) {
      used.prepared = undefined
      throw error
    }
  }

  /** At each connect and each drain: clocks are set, and go wrong, while both run. */
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

  /** A damaged SQLite file is kept for the administrator and a new one begun (plugin/docs/faults.md). */
  async function recover(fault: StoreUnavailable, used: OpenedDatabase): Promise<void> {
    if (target.dialect !== 'sqlite' || !isDamaged(fault.engineCode)) return
    // Others that met the same damage wait for the first to mend it.
    if (used !== opened || reopening !== undefined) return reopening
    const asidePath = `${target.path}.corrupt-${now()}`
    log.error({ asidePath }, 'database damaged: moved aside, starting with an empty one')
    options.reportDamage(databaseErrorReport(fault))
    await reopen(() => moveAside(target.path, asidePath))
  }

  /** Somebody deleted or replaced the file: writes to the old handle would go nowhere (plugin/docs/faults.md). */
  async function reopenIfReplaced(): Promise<void> {
    if (opened.prepared === undefined || (await opened.connection.isCurrent())) return
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
    await opened.connection.close()
    await between()
    opened = openConnection()
  }

  /** The answer to one question. */
  function ask<Value>(
    question: (knex: Knex) => Query<readonly SqlRow[]>,
    valueOf: (rows: readonly SqlRow[]) => Value,
  ): Promise<Value> {
    return reads.read(question, () =>
      use(async ({ knex }) => valueOf(await selectRows(question(knex)))),
    )
  }

  const lookUpSession = createBatchedLookup({
    maxKeysPerRead: 200,
    read: (ids) => use(({ knex }) => findSessionRows(knex, ids, { lifetimes, now })),
  })

  async function write(batch: DrainBatch, mark: WriterMark | undefined) {
    await reopenIfReplaced()
    return use(async (at) => {
      await compareClocks(at)
      const { knex, dialect } = at
      return knex.transaction(async (transaction) => {
        await writeSessionRows(transaction, { dialect, aheadMs }, batch)
        await writeUserRows(transaction, { dialect, aheadMs }, batch.users)
        const documents = batch.documents.map(({ document }) => document)
        await writeDocumentRows(transaction, dialect, documents)
        if (mark === undefined) return undefined
        return exchangeMark(transaction, dialect, { ...mark, now: now() })
      })
    })
  }

  return {
    shown: { ...shownSessionStatements(target.dialect), user: updateUser },
    async warm() {
      try {
        await withinLimit(
          use(({ knex }) => findSessionRows(knex, [], { lifetimes, now })),
          warmLimitMs,
        )
      } catch (error) {
        // Who asks it something is told by that.
        log.info({ code: databaseFault(error, '').engineCode }, 'database not ready at the start')
      }
    },
    findSession: async (id) => {
      const found = await reads.read(
        (knex) => selectSessionsOf(knex, [id]),
        () => lookUpSession(id),
      )
      return found ?? none
    },
    sessionsAfter: (id, limit) =>
      ask(
        (knex) => selectSessionsAfter(knex, id, limit),
        (rows) => rows.map((row) => sessionOf(row, { lifetimes, now })),
      ),
    endsAfter: (last, limit) =>
      ask(
        (knex) => selectEndsAfter(knex, last, limit),
        (rows) => rows.map(endOf),
      ),
    findUser: (username, mailHost) =>
      ask(
        (knex) => selectUser(knex, username, mailHost),
        ([row]) => (row === undefined ? undefined : userOf(row, aheadMs)),
      ),
    findDocument: (id) =>
      ask(
        (knex) => selectDocument(knex, id),
        ([row]) => (row === undefined ? undefined : documentOf(row)),
      ),
    write: async (batch) => {
      await write(batch, undefined)
    },
    writeMarked: write,
    async findMark(writer) {
      await reopenIfReplaced()
      return reads.read(
        (knex) => selectMark(knex, writer),
        () =>
          use(async ({ knex, dialect }) => {
            // Pages in memory would hide that the file was overwritten in place.
            if (dialect === 'sqlite') await knex.raw('PRAGMA shrink_memory')
            return findMark(knex, writer)
          }),
      )
    },
    findVersions: (ids) =>
      reads.read(
        (knex) => selectVersions(knex, ids),
        () => use(({ knex }) => findVersions(knex, ids)),
      ),
    collect: (limit) =>
      use(async ({ knex }) => {
        await collectWriters(knex, now())
        const documents = await collectDocumentRows(knex, { now: now(), limit })
        return Math.max(
          documents,
          await collectRows(knex, { now: now(), aheadMs, lifetimes, limit }),
        )
      }),
    async close() {
      isClosed = true
      await reopening
      await opened.connection.close()
    },
  }
}
