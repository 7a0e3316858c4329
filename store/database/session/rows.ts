import type { Knex } from 'knex'
import {
  type Lifetimes,
  ended,
  type SessionFinding,
  type SessionRow,
} from '../../record/session.ts'
import { integer, optionalInteger, optionalTime, text, type SqlRow } from '../../sql/row.ts'
import { selectRows } from '../statement.ts'

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
  const ends = await selectRows(
    knex('postern_session_ended').select('sess_id').whereIn('sess_id', ids),
  )
  // Last, so that an end made between the two queries wins.
  for (const row of ends) findings.set(text(row, 'sess_id'), ended)
  return findings
}

/** The first query of `findVersions`. */
export function selectVersions(knex: Knex, ids: readonly string[]) {
  return withOwn(knex).select('session.sess_id', 'version').whereIn('session.sess_id', ids)
}

/** Versions of the sessions that are there; an ended one counts as newer than any. */
export async function findVersions(
  knex: Knex,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const sessions = await selectRows(selectVersions(knex, ids))
  const ends = await selectRows(
    knex('postern_session_ended').select('sess_id').whereIn('sess_id', ids),
  )
  return new Map([
    ...sessions.map((row): [string, number] => [text(row, 'sess_id'), versionOf(row)]),
    ...ends.map((row): [string, number] => [text(row, 'sess_id'), Infinity]),
  ])
}

/** The question for some sessions. */
export function selectSessionsOf(knex: Knex, ids: readonly string[]) {
  return selectSessions(knex).whereIn('session.sess_id', ids)
}

/** The question for a page of all sessions in the order of their ids, beginning after `id`. */
export function selectSessionsAfter(knex: Knex, id: string, limit: number) {
  return selectSessions(knex)
    .where('session.sess_id', '>', id)
    .orderBy('session.sess_id')
    .limit(limit)
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
    knex('postern_session_ended')
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
  return withOwn(knex)
    .select('session.sess_id', 'vars', 'ip', 'changed', knex.raw('CURRENT_TIMESTAMP AS ts'))
    .select('version', 'changed_ms', 'created_ms', 'expires_ms')
}

/** All sessions; those of another program have nothing in our table. */
function withOwn(knex: Knex) {
  return knex('session').leftJoin('postern_session', 'postern_session.sess_id', 'session.sess_id')
}

/** An end as it is noted. */
export function endOf(row: SqlRow): { readonly id: string; readonly expiresAt: number } {
  return { id: text(row, 'sess_id'), expiresAt: integer(row, 'expires_ms') }
}

/** Its clock counts seconds, and is compared with ours now and then: less than this is no change by someone else. */
export const CLOCK_STEP_MS = 3_000

/** Rows of another program have none in our table: their age counts on the database's own clock (`ts`). */
export function sessionOf(
  row: SqlRow,
  { lifetimes, now }: { lifetimes: Lifetimes; now: () => number },
): SessionRow {
  const changed = optionalTime(row, 'changed') ?? 0
  const ageMs = (optionalTime(row, 'ts') ?? changed) - changed
  const writtenAt = optionalInteger(row, 'changed_ms')
  const laterMs = writtenAt === undefined ? 0 : now() - ageMs - writtenAt
  // Another program continued with our row, and knows nothing of our table: it lives as long as before, from then on.
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
    version: versionOf(row),
    expiresAt: expiresAt === undefined ? changedAt + lifetimes.idleMs : expiresAt + touchedMs,
  }
}

function versionOf(row: SqlRow): number {
  return optionalInteger(row, 'version') ?? 0
}
