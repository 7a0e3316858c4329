import type { SqlRow } from '../../sql/row.ts'
import type { Sqlite, SqliteValue } from '../../sql/sqlite.ts'

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
  user: {
    columns: [
      ...['username', 'mail_host', 'user_id', 'created', 'last_login', 'failed_login'],
      ...['failed_login_counter', 'settings', 'settings_ms'],
    ],
    unless: 'WHERE true',
    conflict: 'ON CONFLICT DO NOTHING',
  },
} as const

/** Adds rows of a damaged spool, to be drained again; answers how many there were. */
export async function applySpoolRows(
  sqlite: Sqlite,
  table: keyof typeof takeOver,
  rows: readonly SqlRow[],
): Promise<number> {
  const { columns, unless, conflict } = takeOver[table]
  const marks = columns.map((_name, at) => `?${at + 1}`).join(', ')
  const place = columns.length + 1
  const sql = `INSERT INTO ${table} (${columns.join(', ')}, seq, queued, drained)
    SELECT ${marks}, ?${place}, ?${place + 1}, 0 ${unless} ${conflict}`
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
