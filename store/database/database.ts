import type { Knex } from 'knex'
import { createBatchedLookup, createLimitedReads } from './reads.ts'
import { collectDocumentRows, documentOf, selectDocument, writeDocumentRows } from './documents.ts'
import type { ShownStatements } from './error-report.ts'
import { collectRows } from './session/collect.ts'
import {
  selectEndsAfter,
  selectSessionIdsAfter,
  selectSessionsAfter,
  selectSessionsOf,
  endOf,
  findSessionRows,
  findVersions,
  selectVersions,
  sessionOf,
} from './session/rows.ts'
import { shownSessionStatements, writeSessionRows } from './session/write.ts'
import {
  personalOf,
  personalUsageOf,
  selectAnyPersonal,
  selectPersonal,
  type PersonalOwnersPage,
  selectPersonalKinds,
  selectPersonalOwners,
  selectPersonalUsage,
  writePersonalOrReport,
  writePersonalRows,
} from './personal.ts'
import { writeLastLogins, type RoundcubeLogin } from './last-logins.ts'
import { findUserRow, selectUser, updateUser, writeUserRows } from './users.ts'
import { collectWriters, exchangeMark, findMark, selectMark, type WriterMark } from './writers.ts'
import type { DrainBatch } from '../spool/drain-batch.ts'
import { type Lifetimes, none, type SessionFinding, type SessionRow } from '../record/session.ts'
import { databaseFault } from './sql-error.ts'
import {
  createPersistentConnection,
  type PersistentConnectionOptions,
} from './persistent-connection.ts'
import { text, type SqlRow } from '../sql/row.ts'
import { selectRows, type Query } from './statement.ts'
import type { PersonalCollection, PersonalUsage, StoredPersonal } from '../record/personal.ts'
import type { StoredDocument } from '../record/document.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'
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
  /** A page of the ids of all sessions, in their order. */
  sessionIdsAfter(id: string, limit: number): Promise<readonly string[]>
  /** A page of ends, by the time their mark expires, beginning after `last`. */
  endsAfter(
    last: { expiresAt: number; id: string },
    limit: number,
  ): Promise<readonly { id: string; expiresAt: number }[]>
  findUser(username: string, mailHost: string): Promise<UserRecord | undefined>
  /** Whether another program makes the rows of `users`, and with them ids: as the last connection found it. */
  readonly hasForeignUsers: boolean
  findDocument(id: string): Promise<StoredDocument | undefined>
  readonly personal: DatabasePersonal
  /** One transaction: all of the batch or nothing. */
  write(batch: DrainBatch): Promise<void>
  /** As `write`, under the writer's mark; returns the mark the database had before, if any. */
  writeMarked(batch: DrainBatch, mark: WriterMark): Promise<number | undefined>
  /** Notes sign-ins in the rows of a Roundcube's users, where this is its database. */
  writeLastLogins(logins: readonly RoundcubeLogin[]): Promise<void>
  /** The writer's mark as the file or server has it that is there now. */
  findMark(writer: string): Promise<number | undefined>
  /** Versions of the sessions that are there; of an ended one the version is infinite. */
  findVersions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Deletes a few expired rows; resolves with how many at most went from one table. */
  collect(limit: number): Promise<number>
  close(): Promise<void>
}

/** Personal documents in the shared database. */
export interface DatabasePersonal {
  list(collection: PersonalCollection): Promise<readonly StoredPersonal[]>
  usage(owner: string): Promise<PersonalUsage>
  kinds(owner: string): Promise<readonly string[]>
  /** Owners of documents of a kind, in order, after one of them. */
  owners(page: PersonalOwnersPage): Promise<readonly string[]>
  isEmpty(): Promise<boolean>
  /** All or none in one transaction; returns those of which the database has another version, and then none was written. */
  save(rows: readonly StoredPersonal[]): Promise<readonly StoredPersonal[]>
}

interface DatabaseOptions extends Omit<PersistentConnectionOptions, 'onFailed'> {
  readonly lifetimes: Lifetimes
}

/** A start waits this long for a database that does not answer. */
const warmLimitMs = 3_000

/** Connects by `warm`, or at the first use: a locked or missing database never stops a start. */
export function createDatabase(options: DatabaseOptions): Database {
  const { target, lifetimes, readLimitMs, now, log } = options
  const connection = createPersistentConnection({
    ...options,
    onFailed: (fault) => reads.failed(fault),
  })
  const { use, reopenIfReplaced, compareClocks } = connection
  const reads = createLimitedReads(readLimitMs, () => connection.knex)

  /** The response to one question. */
  function query<Value>(
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
      // Of these alone times are written on its clock.
      if (batch.sessions.length + batch.users.length > 0) await compareClocks(at)
      const { knex, dialect } = at
      const { aheadMs, ownsUsers = false } = connection
      return knex.transaction(async (transaction) => {
        await writeSessionRows(transaction, { dialect, aheadMs }, batch)
        await writeUserRows(transaction, { dialect, aheadMs, ownsUsers }, batch.users)
        const documents = batch.documents.map(({ document }) => document)
        await writeDocumentRows(transaction, dialect, documents)
        const personal = batch.personal.map(({ personal }) => personal)
        await writePersonalRows(transaction, dialect, personal)
        if (mark === undefined) return undefined
        return exchangeMark(transaction, dialect, { ...mark, now: now() })
      })
    })
  }

  async function savePersonal(rows: readonly StoredPersonal[]) {
    await reopenIfReplaced()
    return use(async ({ knex, dialect }) => {
      const transaction = await knex.transaction()
      try {
        const conflicts = await writePersonalOrReport(transaction, dialect, rows)
        await (conflicts.length === 0 ? transaction.commit() : transaction.rollback())
        return conflicts
      } catch (error) {
        await transaction.rollback()
        throw error
      }
    })
  }

  return {
    shown: { ...shownSessionStatements(target.dialect), user: updateUser },
    get hasForeignUsers() {
      return connection.ownsUsers === false
    },
    async warm() {
      try {
        await withDeadline(
          use(({ knex }) => findSessionRows(knex, [], { lifetimes, now })),
          warmLimitMs,
        )
      } catch (error) {
        // The query that comes next reports it.
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
      query(
        (knex) => selectSessionsAfter(knex, id, limit),
        (rows) => rows.map((row) => sessionOf(row, { lifetimes, now })),
      ),
    sessionIdsAfter: (id, limit) =>
      query(
        (knex) => selectSessionIdsAfter(knex, id, limit),
        (rows) => rows.map((row) => text(row, 'sess_id')),
      ),
    endsAfter: (last, limit) =>
      query(
        (knex) => selectEndsAfter(knex, last, limit),
        (rows) => rows.map(endOf),
      ),
    findUser: (username, mailHost) =>
      reads.read(
        (knex) => selectUser(knex, username, mailHost),
        () => use(({ knex }) => findUserRow(knex, { username, mailHost }, connection.aheadMs)),
      ),
    findDocument: (id) =>
      query(
        (knex) => selectDocument(knex, id),
        ([row]) => (row === undefined ? undefined : documentOf(row)),
      ),
    personal: {
      list: (collection) =>
        query(
          (knex) => selectPersonal(knex, collection),
          (rows) => rows.map(personalOf),
        ),
      usage: (owner) => query((knex) => selectPersonalUsage(knex, owner), personalUsageOf),
      kinds: (owner) =>
        query(
          (knex) => selectPersonalKinds(knex, owner),
          (rows) => rows.map((row) => text(row, 'kind')),
        ),
      owners: (page) =>
        query(
          (knex) => selectPersonalOwners(knex, page),
          (rows) => rows.map((row) => text(row, 'owner')),
        ),
      isEmpty: () => query(selectAnyPersonal, (rows) => rows.length === 0),
      save: savePersonal,
    },
    write: async (batch) => {
      await write(batch, undefined)
    },
    writeMarked: write,
    writeLastLogins: (logins) =>
      use(({ knex }) =>
        knex.transaction((transaction) => writeLastLogins(transaction, connection.aheadMs, logins)),
      ),
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
      use(async ({ knex, dialect }) => {
        await collectWriters(knex, now())
        const documents = await collectDocumentRows(knex, { now: now(), limit })
        return Math.max(
          documents,
          await collectRows(knex, {
            ...{ dialect, now: now(), aheadMs: connection.aheadMs },
            ...{ lifetimes, limit },
          }),
        )
      }),
    close: () => connection.close(),
  }
}
