import type { Knex } from 'knex'
import type { Dialect } from '../connection/connection.ts'
import type { Lifetimes } from '../../record/session.ts'
import { sqlTime, text, type SqlRow } from '../../sql/row.ts'
import { runQuery, selectRows } from '../statement.ts'
import { CLOCK_STEP_MS } from './rows.ts'

interface CollectBounds {
  readonly dialect: Dialect
  readonly now: number
  readonly aheadMs: number
  readonly lifetimes: Lifetimes
  readonly limit: number
}

/** Deletes at most `limit` of each: our sessions, those of other programs, and marks, that are past their time; says how many went. */
export async function collectRows(knex: Knex, bounds: CollectBounds): Promise<number> {
  return Math.max(
    await collectOwn(knex, bounds),
    await collectForeign(knex, bounds),
    await collectEnds(knex, bounds),
  )
}

/** `changed` as Unix seconds: of a row that another program continued with it is later than our table says. */
const changedSeconds: Readonly<Record<Dialect, string>> = {
  sqlite: "CAST(strftime('%s', session.changed) AS INTEGER)",
  mysql: 'UNIX_TIMESTAMP(session.changed)',
  postgres: 'EXTRACT(EPOCH FROM session.changed)',
}

/** Also rows of ours whose session another program has deleted. */
async function collectOwn(
  knex: Knex,
  { dialect, now, aheadMs, limit }: CollectBounds,
): Promise<number> {
  const isUntouched = `expires_ms - changed_ms + ${changedSeconds[dialect]} * 1000 < ?`
  const latest = now + aheadMs + CLOCK_STEP_MS
  // Ids first: MySQL knows no LIMIT in a subquery. The rows are checked again, they may have been touched.
  const expired = await selectRows(
    knex('postern_session')
      .leftJoin('session', 'session.sess_id', 'postern_session.sess_id')
      .select('postern_session.sess_id')
      .where('expires_ms', '<', now)
      .whereRaw(`(session.sess_id IS NULL OR ${isUntouched})`, [latest])
      .limit(limit),
  )
  if (expired.length === 0) return 0
  await knex.transaction(async (transaction) => {
    const ofOurs = () =>
      transaction('postern_session')
        .whereIn('sess_id', idsOf(expired))
        .where('expires_ms', '<', now)
    // Locks them, in the order of a write: ours first.
    await runQuery(ofOurs().update({ version: transaction.ref('version') }))
    await runQuery(
      transaction('session')
        .whereIn('sess_id', idsOf(expired))
        .whereExists(
          transaction('postern_session')
            .select(transaction.raw('1'))
            .whereRaw('postern_session.sess_id = session.sess_id')
            .where('expires_ms', '<', now)
            .whereRaw(isUntouched, [latest]),
        )
        .delete(),
    )
    await runQuery(
      ofOurs()
        .whereNotExists(
          transaction('session')
            .select(transaction.raw('1'))
            .whereRaw('session.sess_id = postern_session.sess_id'),
        )
        .delete(),
    )
  })
  return expired.length
}

/** Rows that are not in our table. */
async function collectForeign(
  knex: Knex,
  { now, aheadMs, lifetimes, limit }: CollectBounds,
): Promise<number> {
  const oldest = sqlTime(now + aheadMs - lifetimes.absoluteMs)
  const isForeign = (query: Knex.QueryBuilder) =>
    query
      .where('changed', '<', oldest)
      .whereNotExists(
        knex('postern_session')
          .select(knex.raw('1'))
          .whereRaw('postern_session.sess_id = session.sess_id'),
      )
  const expired = await selectRows(isForeign(knex('session').select('sess_id').limit(limit)))
  if (expired.length > 0) {
    await runQuery(isForeign(knex('session').whereIn('sess_id', idsOf(expired))).delete())
  }
  return expired.length
}

async function collectEnds(knex: Knex, { now, limit }: CollectBounds): Promise<number> {
  const ends = await selectRows(
    knex('postern_session_ended').select('sess_id').where('expires_ms', '<', now).limit(limit),
  )
  if (ends.length > 0) {
    await runQuery(knex('postern_session_ended').whereIn('sess_id', idsOf(ends)).delete())
  }
  return ends.length
}

function idsOf(rows: readonly SqlRow[]): readonly string[] {
  return rows.map((row) => text(row, 'sess_id'))
}
