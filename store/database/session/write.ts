import type { Knex } from 'knex'
import type { Dialect } from '../connection/connection.ts'
import { isNewer, type SessionRow } from '../../record/session.ts'
import type { SpooledEnd, SpooledSession } from '../../spool/sessions.ts'
import { integer, sqlTime, text } from '../../sql/row.ts'
import {
  insertRows,
  keepAndLock,
  overwrite,
  placeholders,
  runStatement,
  selectRows,
} from '../statement.ts'

const columns = 'sess_id, vars, ip, changed'

const insertSession = `INSERT INTO session (${columns})`
const insertOwn =
  'INSERT INTO postern_session (sess_id, created_ms, expires_ms, changed_ms, version)'

/** The statements above all that write a session and delete one, as a log may show them. */
export function shownSessionStatements(dialect: Dialect): { session: string; end: string } {
  const values = placeholders(columns.split(','))
  return {
    session: `${insertSession} VALUES ${values} ${overwriteSession(dialect)}`,
    end: deleteStatement('session', '(?)'),
  }
}

/**
 * Writes sessions and ends to the shared tables; `aheadMs` is the difference of its clock (store/database/clock.ts). The first
 * statement is a write, so a deferred BEGIN takes SQLite's write lock at once, as BEGIN IMMEDIATE would, and never has to
 * upgrade.
 */
export async function writeSessionRows(
  transaction: Knex,
  { dialect, aheadMs }: { dialect: Dialect; aheadMs: number },
  batch: { sessions: readonly SpooledSession[]; ends: readonly SpooledEnd[] },
): Promise<void> {
  const newest = await lockAndChoose(
    transaction,
    dialect,
    batch.sessions.map(({ session }) => session),
  )
  await insertRows(transaction, {
    head: insertSession,
    tail: overwriteSession(dialect),
    rows: newest.map((session) => [
      ...[session.id, session.vars, session.ip],
      sqlTime(session.changedAt + aheadMs),
    ]),
  })
  await insertRows(transaction, {
    head: 'INSERT INTO postern_session_ended (sess_id, version, expires_ms)',
    tail: keepAndLock(dialect, {
      table: 'postern_session_ended',
      key: 'sess_id',
      column: 'version',
    }),
    rows: inOrder(batch.ends).map((end) => [end.id, end.version, end.expiresAt]),
  })
  const ids = [
    ...batch.sessions.map(({ session }) => session.id),
    ...batch.ends.map(({ id }) => id),
  ]
  await deleteEnded(transaction, ids)
}

/**
 * Writes our table and returns the sessions that go into `session`: a lower version never overwrites a higher one; of the same
 * version the later touch wins. No one else decides about these ids before the transaction has ended.
 */
async function lockAndChoose(
  transaction: Knex,
  dialect: Dialect,
  sessions: readonly SessionRow[],
): Promise<readonly SessionRow[]> {
  const sorted = inOrder(sessions)
  // A row that is new is older than everything. All before the first read: on MySQL a transaction reads what there was then.
  await insertRows(transaction, {
    head: insertOwn,
    tail: keepAndLock(dialect, { table: 'postern_session', key: 'sess_id', column: 'version' }),
    rows: sorted.map(({ id }) => [id, 0, 0, 0, 0]),
    // A locked database refuses the first statement of a transaction: readers of the log know the one on `session` (spec 7).
    shownSql: shownSessionStatements(dialect).session,
  })
  const there = await findStanding(transaction, sorted)
  const newest = sorted.filter((session) => {
    const standing = there.get(session.id)
    // Another program may have deleted its part, e.g. Roundcube's garbage collection: then nothing is there.
    return standing?.isInBoth !== true || isNewer(session, standing)
  })
  await insertRows(transaction, {
    head: insertOwn,
    tail: overwrite(dialect, {
      table: 'postern_session',
      key: 'sess_id',
      columns: ['created_ms', 'expires_ms', 'changed_ms', 'version'],
    }),
    rows: newest.map(({ id, createdAt, expiresAt, changedAt, version }) => {
      return [id, createdAt, expiresAt, changedAt, version]
    }),
  })
  return newest
}

/** Rows are locked in one order, or two instances would wait for each other. */
function inOrder<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** What the tables have of an id. */
interface Standing extends Pick<SessionRow, 'version' | 'changedAt'> {
  readonly isInBoth: boolean
}

// SQLite before 3.32 binds 999 values to a statement.
const idsPerStatement = 500

async function findStanding(
  transaction: Knex,
  sessions: readonly SessionRow[],
): Promise<ReadonlyMap<string, Standing>> {
  const found = new Map<string, Standing>()
  for (const ids of idPieces(sessions.map(({ id }) => id))) {
    const rows = await selectRows(
      transaction('postern_session')
        .leftJoin('session', 'session.sess_id', 'postern_session.sess_id')
        .select('postern_session.sess_id', 'version', 'changed_ms', {
          shared_id: 'session.sess_id',
        })
        .whereIn('postern_session.sess_id', ids),
    )
    for (const row of rows) {
      found.set(text(row, 'sess_id'), {
        version: integer(row, 'version'),
        changedAt: integer(row, 'changed_ms'),
        isInBoth: row['shared_id'] !== null,
      })
    }
  }
  return found
}

function overwriteSession(dialect: Dialect): string {
  return overwrite(dialect, {
    table: 'session',
    key: 'sess_id',
    columns: ['vars', 'ip', 'changed'],
  })
}

/** A late write of an ended session lost against its tombstone, whichever process made either. */
async function deleteEnded(transaction: Knex, ids: readonly string[]): Promise<void> {
  for (const piece of idPieces(ids)) {
    for (const table of ['postern_session', 'session'] as const) {
      const sql = deleteStatement(table, placeholders(piece))
      await runStatement(transaction, sql, piece, deleteStatement(table, '(?)'))
    }
  }
}

function deleteStatement(table: 'session' | 'postern_session', list: string): string {
  return `DELETE FROM ${table} WHERE sess_id IN ${list} AND EXISTS (SELECT 1 FROM postern_session_ended WHERE postern_session_ended.sess_id = ${table}.sess_id)`
}

function idPieces(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / idsPerStatement)
  return Array.from({ length: count }, (_, n) =>
    ids.slice(n * idsPerStatement, (n + 1) * idsPerStatement),
  )
}
