import { integer, text, type SqlRow } from '../sql/row.ts'
import { originText } from '../record/request-origin.ts'
import { ended, none, type SessionFinding, type SessionRow } from '../record/session.ts'
import { positionOf, readRows, undrainedRows, type OnUnreadable, type Place } from './position.ts'
import { sumOf } from './file/checksum.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** A session write with its place in the order of draining. */
export interface SpooledSession extends Place {
  readonly session: SessionRow
}

/** The end of a session: wins over every version, before or after it. */
export interface SessionEnd {
  readonly id: string
  readonly version: number
  /** Unix ms until which the mark is kept. */
  readonly expiresAt: number
}

/** An end with its place in the order of draining. */
export interface SpooledEnd extends SessionEnd, Place {}

// One statement per kind and transaction: every statement is a trip through libuv's pool.
const upsertSessions = `
  INSERT INTO pending (sess_id, seq, queued, drained, version, ip, changed, created, expires, vars,
                       origin, sum)
  SELECT value->>'id', value->>'seq', value->>'queuedAt', 0, value->>'version', value->>'ip',
         value->>'changedAt', value->>'createdAt', value->>'expiresAt', value->>'vars',
         value->>'origin', value->>'sum'
  FROM json_each(?)
  WHERE value->>'id' NOT IN (SELECT sess_id FROM tombstone)
  ON CONFLICT (sess_id) DO UPDATE SET
    seq = excluded.seq, queued = CASE drained WHEN 0 THEN queued ELSE excluded.queued END,
    drained = 0, version = excluded.version, ip = excluded.ip, changed = excluded.changed,
    created = excluded.created, expires = excluded.expires, vars = excluded.vars,
    origin = excluded.origin, sum = excluded.sum
  WHERE excluded.version > version OR (excluded.version = version AND excluded.changed > changed)`

const insertEnds = `
  INSERT INTO tombstone (sess_id, seq, queued, drained, version, expires, origin, sum)
  SELECT value->>'id', value->>'seq', value->>'queuedAt', 0, value->>'version', value->>'expiresAt',
         value->>'origin', value->>'sum'
  FROM json_each(?) WHERE true
  ON CONFLICT (sess_id) DO NOTHING`

const deleteEnded = `
  DELETE FROM pending WHERE sess_id IN (SELECT value->>'id' FROM json_each(?))`

/** Adds session writes; a lower version or an ended id changes nothing. To be called in a transaction. */
export async function writeSessions(
  sqlite: Sqlite,
  writes: readonly SpooledSession[],
): Promise<void> {
  if (writes.length === 0) return
  const rows = writes.map(({ session, seq, queuedAt, origin }) => {
    const { id, ip, vars, version, changedAt, createdAt, expiresAt } = session
    const sum = sumOf([id, ip, vars], [version, changedAt, createdAt, expiresAt])
    return { ...session, seq, queuedAt, origin: originText(origin), sum }
  })
  await sqlite.run(upsertSessions, [JSON.stringify(rows)])
}

/** Adds tombstones and drops what they end. To be called in a transaction, after `writeSessions`. */
export async function writeEnds(sqlite: Sqlite, ends: readonly SpooledEnd[]): Promise<void> {
  if (ends.length === 0) return
  const json = JSON.stringify(
    ends.map((end) => ({
      ...end,
      origin: originText(end.origin),
      sum: sumOf([end.id], [end.version, end.expiresAt]),
    })),
  )
  await sqlite.run(insertEnds, [json])
  await sqlite.run(deleteEnded, [json])
}

/** What the spool knows of an id. */
export async function findSession(sqlite: Sqlite, id: string): Promise<SessionFinding> {
  const [row] = await sqlite.all(
    `SELECT 1 AS is_ended, NULL AS sess_id, NULL AS version, NULL AS ip, NULL AS changed,
            NULL AS created, NULL AS expires, NULL AS vars FROM tombstone WHERE sess_id = ?
     UNION ALL
     SELECT 0, sess_id, version, ip, changed, created, expires, vars FROM pending WHERE sess_id = ?
     LIMIT 1`,
    [id, id],
  )
  if (row === undefined) return none
  if (integer(row, 'is_ended') === 1) return ended
  const [session] = readRows([row], sessionOf)
  // The shared database may have it as it was before.
  return session === undefined ? none : { kind: 'session', session }
}

/** The oldest sessions not yet drained. */
export async function undrainedSessions(
  sqlite: Sqlite,
  limit: number,
  onUnreadable: OnUnreadable,
): Promise<SpooledSession[]> {
  const rows = await undrainedRows(sqlite, 'pending', limit)
  return readRows(rows, (row) => ({ ...positionOf(row), session: sessionOf(row) }), onUnreadable)
}

/** The oldest tombstones not yet drained. */
export async function undrainedEnds(
  sqlite: Sqlite,
  limit: number,
  onUnreadable: OnUnreadable,
): Promise<SpooledEnd[]> {
  const rows = await undrainedRows(sqlite, 'tombstone', limit)
  return readRows(rows, (row) => ({ ...positionOf(row), ...endOf(row) }), onUnreadable)
}

/** A page of all sessions held, drained or not: what a cache must hear again after a restart. */
export async function sessionsAfter(
  sqlite: Sqlite,
  afterId: string,
  limit: number,
): Promise<SessionRow[]> {
  const sql = 'SELECT * FROM pending WHERE sess_id > ? ORDER BY sess_id LIMIT ?'
  return readRows(await sqlite.all(sql, [afterId, limit]), sessionOf)
}

/** A page of the sessions that the database has acknowledged. */
export async function settledAfter(
  sqlite: Sqlite,
  afterId: string,
  limit: number,
): Promise<SessionRow[]> {
  const sql = 'SELECT * FROM pending WHERE drained = 1 AND sess_id > ? ORDER BY sess_id LIMIT ?'
  return readRows(await sqlite.all(sql, [afterId, limit]), sessionOf)
}

/** A page of all tombstones, drained or not. */
export async function endsAfter(
  sqlite: Sqlite,
  afterId: string,
  limit: number,
): Promise<SessionEnd[]> {
  const sql = 'SELECT * FROM tombstone WHERE sess_id > ? ORDER BY sess_id LIMIT ?'
  return readRows(await sqlite.all(sql, [afterId, limit]), endOf)
}

function endOf(row: SqlRow): SessionEnd {
  return {
    id: text(row, 'sess_id'),
    version: integer(row, 'version'),
    expiresAt: integer(row, 'expires'),
  }
}

function sessionOf(row: SqlRow): SessionRow {
  return {
    id: text(row, 'sess_id'),
    vars: text(row, 'vars'),
    ip: text(row, 'ip'),
    changedAt: integer(row, 'changed'),
    createdAt: integer(row, 'created'),
    version: integer(row, 'version'),
    expiresAt: integer(row, 'expires'),
  }
}
