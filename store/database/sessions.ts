import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { type Lifetimes, ended, type SessionFinding, type SessionRow } from '../record/session.ts'
import { integer, optionalInteger, optionalTime, sqlTime, text, type SqlRow } from '../sql/row.ts'
import type { SpooledEnd, SpooledSession } from '../spool/sessions.ts'
import {
  insertRows,
  overwrite,
  placeholders,
  runQuery,
  runStatement,
  selectRows,
} from './statement.ts'

const columns = 'sess_id, vars, ip, changed, version, changed_ms, created_ms, expires_ms'

const insertSession = `INSERT INTO session (${columns})`

/** The statements above all that write a session and delete one, as a log may show them. */
export function shownSessionStatements(dialect: Dialect): { session: string; end: string } {
  const values = placeholders(columns.split(','))
  return {
    session: `${insertSession} VALUES ${values} ${keepNewest(dialect)}`,
    end: deleteStatement('(?)'),
  }
}

/**
 * Writes sessions and ends to the shared tables; `aheadMs` is the difference of its clock (store/database/clock.ts). Every statement is a write, the first one too, so a
 * deferred BEGIN takes SQLite's write lock at once, as BEGIN IMMEDIATE would, and never has to upgrade.
 */
export async function writeSessionRows(
  transaction: Knex,
  { dialect, aheadMs }: { dialect: Dialect; aheadMs: number },
  batch: { sessions: readonly SpooledSession[]; ends: readonly SpooledEnd[] },
): Promise<void> {
  await insertRows(transaction, {
    head: insertSession,
    tail: keepNewest(dialect),
    rows: batch.sessions.map(({ session }) => bindingsOf(session, aheadMs)),
  })
  await insertRows(transaction, {
    head: 'INSERT INTO session_ended (sess_id, version, expires_ms)',
    tail:
      dialect === 'mysql'
        ? 'ON DUPLICATE KEY UPDATE version = session_ended.version'
        : 'ON CONFLICT (sess_id) DO NOTHING',
    rows: batch.ends.map((end) => [end.id, end.version, end.expiresAt]),
  })
  const ids = [
    ...batch.sessions.map(({ session }) => session.id),
    ...batch.ends.map(({ id }) => id),
  ]
  await deleteEnded(transaction, ids)
}

/** What the shared database knows of the ids; an id it does not know is left out. */
export async function findSessionRows(
  knex: Knex,
  ids: readonly string[],
  clock: { lifetimes: Lifetimes; now: () => number },
): Promise<ReadonlyMap<string, SessionFinding>> {
  const findings = new Map<string, SessionFinding>()
  const sessions = await selectRows(selectSessionsOf(knex, ids))
  for (const row of sessions) {
    findings.set(text(row, 'sess_id'), { kind: 'session', session: sessionOf(row, clock) })
  }
  const ends = await selectRows(knex('session_ended').select('sess_id').whereIn('sess_id', ids))
  // Last, so that an end made between the two queries wins.
  for (const row of ends) findings.set(text(row, 'sess_id'), ended)
  return findings
}

/** The first query of `findVersions`. */
export function selectVersions(knex: Knex, ids: readonly string[]) {
  return knex('session').select('sess_id', 'version').whereIn('sess_id', ids)
}

/** Versions of the sessions that are there; an ended one counts as newer than any. */
export async function findVersions(
  knex: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sessions = await selectRows(selectVersions(knex, ids))
  const ends = await selectRows(knex('session_ended').select('sess_id').whereIn('sess_id', ids))
  return new Map([
    ...sessions.map((row): [string, number] => [text(row, 'sess_id'), integer(row, 'version')]),
    ...ends.map((row): [string, number] => [text(row, 'sess_id'), Infinity]),
  ])
}

/** The question for some sessions. */
export function selectSessionsOf(knex: Knex, ids: readonly string[]) {
  return selectSessions(knex).whereIn('sess_id', ids)
}

/** The question for a page of all sessions in the order of their ids, beginning after `id`. */
export function selectSessionsAfter(knex: Knex, id: string, limit: number) {
  return selectSessions(knex).where('sess_id', '>', id).orderBy('sess_id').limit(limit)
}

/** As `selectSessionsAfter`, for the ids alone. */
export function selectSessionIdsAfter(knex: Knex, id: string, limit: number) {
  return knex('session').select('sess_id').where('sess_id', '>', id).orderBy('sess_id').limit(limit)
}

/** The question for a page of the ends whose mark expires later than that of `last`, in that order. */
export function selectEndsAfter(
  knex: Knex,
  last: { expiresAt: number; id: string },
  limit: number,
) {
  return (
    knex('session_ended')
      .select('sess_id', 'expires_ms')
      // Stands alone too, so that every engine finds it in the index.
      .where('expires_ms', '>=', last.expiresAt)
      .where((later) => {
        void later
          .where('expires_ms', '>', last.expiresAt)
          .orWhere((same) => void same.where('sess_id', '>', last.id))
      })
      .orderBy(['expires_ms', 'sess_id'])
      .limit(limit)
  )
}

function selectSessions(knex: Knex) {
  return knex('session')
    .select('sess_id', 'vars', 'ip', 'changed', knex.raw('CURRENT_TIMESTAMP AS ts'))
    .select('version', 'changed_ms', 'created_ms', 'expires_ms')
}

/** `changed` as Unix seconds: of a row that another program went on with it is later than our own columns say. */
const changedSeconds: Readonly<Record<Dialect, string>> = {
  sqlite: "CAST(strftime('%s', changed) AS INTEGER)",
  mysql: 'UNIX_TIMESTAMP(changed)',
  postgres: 'EXTRACT(EPOCH FROM changed)',
}

/** Deletes at most `limit` sessions and marks that are past their time; says how many went. */
export async function collectRows(
  knex: Knex,
  bounds: {
    dialect: Dialect
    now: number
    aheadMs: number
    lifetimes: Lifetimes
    limit: number
  },
): Promise<number> {
  const { dialect, now, aheadMs, lifetimes, limit } = bounds
  const oldest = sqlTime(now + aheadMs - lifetimes.absoluteMs)
  // Ids first: MySQL knows no LIMIT in a subquery. The row is checked again, it may have been touched.
  const isExpired = (query: Knex.QueryBuilder) =>
    query.where((either) => {
      void either
        .where((own) => {
          void own
            .where('expires_ms', '<', now)
            .whereRaw(`expires_ms - changed_ms + ${changedSeconds[dialect]} * 1000 < ?`, [
              now + aheadMs + CLOCK_STEP_MS,
            ])
        })
        .orWhere((foreign) => {
          void foreign.whereNull('expires_ms').where('changed', '<', oldest)
        })
    })
  const sessions = await selectRows(isExpired(knex('session').select('sess_id').limit(limit)))
  const ends = await selectRows(
    knex('session_ended').select('sess_id').where('expires_ms', '<', now).limit(limit),
  )

  const idsOf = (rows: readonly SqlRow[]) => rows.map((row) => text(row, 'sess_id'))
  if (sessions.length > 0) {
    await runQuery(isExpired(knex('session').whereIn('sess_id', idsOf(sessions))).delete())
  }
  if (ends.length > 0) {
    await runQuery(knex('session_ended').whereIn('sess_id', idsOf(ends)).delete())
  }
  return Math.max(sessions.length, ends.length)
}

/** A late write of an ended session lost against its tombstone, whichever process made either. */
async function deleteEnded(transaction: Knex, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += 500) {
    const piece = ids.slice(from, from + 500)
    await runStatement(
      transaction,
      deleteStatement(placeholders(piece)),
      piece,
      deleteStatement('(?)'),
    )
  }
}

function deleteStatement(list: string): string {
  return `DELETE FROM session WHERE sess_id IN ${list} AND EXISTS (SELECT 1 FROM session_ended WHERE session_ended.sess_id = session.sess_id)`
}

/** A lower version never overwrites a higher one; of the same version the later touch wins. */
function keepNewest(dialect: Dialect): string {
  const columns = ['vars', 'ip', 'changed', 'created_ms', 'expires_ms', 'changed_ms', 'version']
  return overwrite(dialect, { table: 'session', key: 'sess_id', columns }, (written, there) => {
    const [version, changed] = [written('version'), written('changed_ms')]
    const isSame = `${version} = ${there('version')}`
    return `${version} > ${there('version')} OR (${isSame} AND ${changed} > ${there('changed_ms')})`
  })
}

function bindingsOf(session: SessionRow, aheadMs: number): (string | number)[] {
  return [
    session.id,
    session.vars,
    session.ip,
    sqlTime(session.changedAt + aheadMs),
    session.version,
    session.changedAt,
    session.createdAt,
    session.expiresAt,
  ]
}

/** An end as it is noted. */
export function endOf(row: SqlRow): { readonly id: string; readonly expiresAt: number } {
  return { id: text(row, 'sess_id'), expiresAt: integer(row, 'expires_ms') }
}

/** Its clock counts seconds, and is compared with ours now and then: less than this is no change by somebody else. */
const CLOCK_STEP_MS = 3_000

/** Rows of another program have no columns of ours: their age counts on the database's own clock (`ts`). */
export function sessionOf(
  row: SqlRow,
  { lifetimes, now }: { lifetimes: Lifetimes; now: () => number },
): SessionRow {
  const changed = optionalTime(row, 'changed') ?? 0
  const ageMs = (optionalTime(row, 'ts') ?? changed) - changed
  const writtenAt = optionalInteger(row, 'changed_ms')
  const laterMs = writtenAt === undefined ? 0 : now() - ageMs - writtenAt
  // Another program went on with our row, and knows none of our columns: it lives as long as before, from then on.
  const touchedMs = laterMs > CLOCK_STEP_MS ? laterMs : 0
  const changedAt = writtenAt === undefined ? now() - ageMs : writtenAt + touchedMs
  const createdAt = optionalInteger(row, 'created_ms') ?? changedAt
  const expiresAt = optionalInteger(row, 'expires_ms')
  return {
    id: text(row, 'sess_id'),
    vars: text(row, 'vars'),
    ip: text(row, 'ip'),
    changedAt,
    createdAt,
    version: integer(row, 'version'),
    expiresAt: expiresAt === undefined ? changedAt + lifetimes.idleMs : expiresAt + touchedMs,
  }
}
