import type { SqlRow } from '../../sql/row.ts'
import { text } from '../../sql/row.ts'
import { applySpoolRows } from './rows.ts'
import { isAsWritten, summedTables } from './checksum.ts'
import { openSqlite } from '../../sql/sqlite.ts'
import type { Sqlite, SqliteValue } from '../../sql/sqlite.ts'

const tables = [...summedTables, { table: 'user', key: 'username' }] as const

/**
 * Copies what can still be read of a damaged spool into a sound one; answers how many records. What both
 * have stays as the newer version is. Never throws for what cannot be read.
 */
export async function salvage(damagedPath: string, into: Sqlite): Promise<number> {
  let saved = 0
  const damaged = await openSqlite({ path: damagedPath, busyTimeoutMs: 200 }).catch(() => undefined)
  if (damaged === undefined) return 0
  try {
    for (const one of tables) {
      const found = await readableRows(damaged, one)
      const rows = one.table === 'user' ? found : found.filter((row) => isAsWritten(row, one))
      saved += await applySpoolRows(into, one.table, rows)
    }
  } finally {
    await damaged.close().catch(() => undefined)
  }
  return saved
}

/** A damaged page ends a walk: the walk from the other end, and walks that begin between, reach the rest. */
async function readableRows(
  sqlite: Sqlite,
  { table, key }: (typeof tables)[number],
): Promise<readonly SqlRow[]> {
  const found = new Map<string, SqlRow>()
  const isWhole = await walk(sqlite, found, { table, key, bounds: '', parameters: [] })
  if (isWhole) return [...found.values()]
  // Ids are random digits, so these cut the table into even pieces.
  for (let first = 0; first < 256; first += 1) {
    const from = first.toString(16).padStart(2, '0')
    const bounds = `WHERE ${key} >= ? AND ${key} < ?`
    await walk(sqlite, found, { table, key, bounds, parameters: [from, `${from}~`] })
  }
  return [...found.values()]
}

interface Walk {
  readonly table: string
  readonly key: string
  readonly bounds: string
  readonly parameters: readonly SqliteValue[]
}

/** Reads from both ends, in pages; false when neither came through. */
async function walk(
  sqlite: Sqlite,
  found: Map<string, SqlRow>,
  { table, key, bounds, parameters }: Walk,
): Promise<boolean> {
  for (const direction of ['ASC', 'DESC']) {
    for (let offset = 0; ; offset += pageSize) {
      const sql = `SELECT * FROM ${table} ${bounds} ORDER BY ${key} ${direction} LIMIT ${pageSize} OFFSET ?`
      const rows = await sqlite.all(sql, [...parameters, offset]).catch(() => undefined)
      if (rows === undefined) break
      for (const row of rows) keep(found, row, key)
      if (rows.length < pageSize) return true
    }
  }
  return false
}

function keep(found: Map<string, SqlRow>, row: SqlRow, key: string): void {
  try {
    const host = row['mail_host']
    found.set(`${text(row, key)} ${typeof host === 'string' ? host : ''}`, row)
  } catch {
    // A key that is no text any more names nothing.
  }
}

// Small, because a damaged page costs the whole page of rows.
const pageSize = 4
