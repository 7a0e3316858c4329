import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { integer } from '../sql/row.ts'
import { selectRows } from './statement.ts'

/**
 * By how many ms the clock of the database is ahead of ours: `changed`, `last_login` and `failed_login` are
 * the database's time (spec 2), while the moment itself was noted here. Costs one question, which needs no lock.
 */
export async function clockDifference(
  knex: Knex,
  dialect: Dialect,
  now: () => number,
): Promise<number> {
  const before = now()
  const [row] = await selectRows(knex.select(knex.raw(`${currentMs[dialect]} AS now_ms`)))
  const after = now()
  if (row === undefined) return 0
  const difference = Math.round(integer(row, 'now_ms') - (before + after) / 2)
  return Math.abs(difference) < PRECISION_MS ? 0 : difference
}

/** The columns hold seconds: below that the way there and back would only move times to and fro. */
const PRECISION_MS = 1_000

/** Unix ms as an integer. */
const currentMs: Readonly<Record<Dialect, string>> = {
  sqlite: "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)",
  mysql: 'CAST(UNIX_TIMESTAMP(CURRENT_TIMESTAMP(3)) * 1000 AS SIGNED)',
  postgres: 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)',
}
