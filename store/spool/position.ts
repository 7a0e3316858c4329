import { originOf, type RequestOrigin } from '../record/request-origin.ts'
import { integer, type SqlRow } from '../sql/row.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** Where a record is in the order of draining. */
export interface Place {
  readonly seq: number
  /** Unix ms. */
  readonly queuedAt: number
  /** The request that wrote it; undefined for what no request wrote. */
  readonly origin?: RequestOrigin | undefined
}

/** The place of a row of any table that is drained. */
export function positionOf(row: SqlRow): Place {
  return {
    seq: integer(row, 'seq'),
    queuedAt: integer(row, 'queued'),
    origin: originOf(row['origin']),
  }
}

/** Gets the place of a row that could not be read; undefined where even that is none. */
export type OnUnreadable = (seq: number | undefined) => void

/**
 * Reads rows of the spool. One that holds another type than it was made for, e.g. a fraction where a time is to be, costs
 * itself and no other row.
 */
export function readRows<Read>(
  rows: readonly SqlRow[],
  read: (row: SqlRow) => Read,
  onUnreadable: OnUnreadable = () => undefined,
): Read[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)]
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      onUnreadable(Number.isSafeInteger(row['seq']) ? Number(row['seq']) : undefined)
      return []
    }
  })
}

/** The oldest rows of a table that are not yet drained. */
export function undrainedRows(
  sqlite: Sqlite,
  table: 'pending' | 'tombstone' | 'user' | 'document' | 'personal',
  limit: number,
): Promise<readonly SqlRow[]> {
  const sql = `SELECT * FROM ${table} WHERE drained = 0 ORDER BY seq LIMIT ?`
  return sqlite.all(sql, [limit])
}
