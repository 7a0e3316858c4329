import { type SqlRow, text } from '../../sql/row.ts'
import { isAsWritten, summedTables } from './checksum.ts'
import { openSqlite, type Sqlite, type SqliteValue } from '../../sql/sqlite.ts'

const tables = [...summedTables, { table: 'user', key: 'username' }] as const

/**
 * Copies what can still be read of a damaged spool into a sound one; returns how many records. What both
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

/** How a row of another spool is taken over: only where this one has nothing newer. */
const takeOver = {
  pending: {
    columns: ['sess_id', 'version', 'ip', 'changed', 'created', 'expires', 'vars', 'sum'],
    unless: 'WHERE NOT EXISTS (SELECT 1 FROM tombstone WHERE tombstone.sess_id = ?1)',
    conflict: `ON CONFLICT (sess_id) DO UPDATE SET seq = excluded.seq, version = excluded.version,
      ip = excluded.ip, changed = excluded.changed, created = excluded.created,
      expires = excluded.expires, vars = excluded.vars, sum = excluded.sum
      WHERE excluded.version > version OR (excluded.version = version AND excluded.changed > changed)`,
  },
  tombstone: {
    columns: ['sess_id', 'version', 'expires', 'sum'],
    unless: 'WHERE true',
    conflict: 'ON CONFLICT (sess_id) DO NOTHING',
  },
  document: {
    columns: ['id', 'version', 'expires', 'body', 'sum'],
    unless: 'WHERE true',
    conflict: `ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, version = excluded.version,
      expires = excluded.expires, body = excluded.body, sum = excluded.sum
      WHERE excluded.version > version`,
  },
  personal: {
    columns: ['id', 'version', 'removed', 'bytes', 'body', 'sum'],
    unless: 'WHERE true',
    conflict: `ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, version = excluded.version,
      removed = excluded.removed, bytes = excluded.bytes, body = excluded.body, sum = excluded.sum
      WHERE excluded.version > version`,
  },
  user: {
    columns: [
      ...['username', 'mail_host', 'user_id', 'created', 'last_login', 'failed_login'],
      ...['failed_login_counter', 'settings', 'settings_ms'],
    ],
    unless: 'WHERE true',
    conflict: 'ON CONFLICT DO NOTHING',
  },
} as const

/** Adds rows of a damaged spool, to be drained again; returns how many there were. */
async function applySpoolRows(
  sqlite: Sqlite,
  table: keyof typeof takeOver,
  rows: readonly SqlRow[],
): Promise<number> {
  const { columns, unless, conflict } = takeOver[table]
  const marks = columns.map((_name, at) => `?${at + 1}`).join(', ')
  const index = columns.length + 1
  const sql = `INSERT INTO ${table} (${columns.join(', ')}, seq, queued, drained)
    SELECT ${marks}, ?${index}, ?${index + 1}, 0 ${unless} ${conflict}`
  let applied = 0
  for (const row of rows) {
    const seq = valueOf(row['seq'])
    if (typeof seq !== 'number') continue
    await sqlite.run(sql, [
      ...columns.map((name) => valueOf(row[name])),
      seq,
      valueOf(row['queued']) ?? 0,
    ])
    applied += 1
  }
  if (table === 'tombstone') {
    await sqlite.run('DELETE FROM pending WHERE sess_id IN (SELECT sess_id FROM tombstone)')
  }
  return applied
}

function valueOf(value: unknown): SqliteValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
