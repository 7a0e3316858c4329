import { createHash } from 'node:crypto'
import { integer, text } from '../../sql/row.ts'
import type { SqlRow } from '../../sql/row.ts'
import type { Sqlite } from '../../sql/sqlite.ts'

/**
 * Tables whose rows carry a checksum over these columns: SQLite checks the shape of its pages, but not
 * what is in them once the journal was written back. `key` orders the table.
 */
export const summedTables = [
  {
    table: 'pending',
    key: 'sess_id',
    texts: ['sess_id', 'ip', 'vars'],
    integers: ['version', 'changed', 'created', 'expires'],
  },
  { table: 'tombstone', key: 'sess_id', texts: ['sess_id'], integers: ['version', 'expires'] },
  { table: 'document', key: 'id', texts: ['id', 'body'], integers: ['version', 'expires'] },
  { table: 'personal', key: 'id', texts: ['id', 'body'], integers: ['version', 'removed'] },
] as const

type Summed = (typeof summedTables)[number]

/** The checksum of a row's texts and numbers, in the order of `summedTables`. */
export function sumOf(texts: readonly string[], integers: readonly number[]): string {
  const hash = createHash('sha256').update(JSON.stringify([texts, integers]))
  return hash.digest('base64url').slice(0, 16)
}

/** Whether a row is as it was written; one of an earlier version has no checksum. */
export function isAsWritten(row: SqlRow, { texts, integers }: Summed): boolean {
  if (row['sum'] === null) return true
  try {
    const found = sumOf(
      texts.map((name) => text(row, name)),
      integers.map((name) => integer(row, name)),
    )
    return found === row['sum']
  } catch (error) {
    // Damage changed the type of a value.
    if (error instanceof TypeError) return false
    throw error
  }
}

const pageSize = 1_000

/** Reads every row; says whether all are as they were written. Throws what the engine throws. */
export async function areAllAsWritten(sqlite: Sqlite): Promise<boolean> {
  for (const summed of summedTables) {
    const { table, key } = summed
    let after = ''
    for (;;) {
      const rows = await sqlite.all(
        `SELECT * FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${pageSize}`,
        [after],
      )
      if (!rows.every((row) => isAsWritten(row, summed))) return false
      const last = rows.at(-1)
      if (last === undefined) break
      after = text(last, key)
    }
  }
  return true
}
