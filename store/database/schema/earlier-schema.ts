import type { Knex } from 'knex'
import type { Dialect } from '../connection/connection.ts'
import { keepAndLock, runStatement } from '../statement.ts'
import { recordMadeTable } from './tables.ts'

/** A table that Postern up to 0.1 made, and that goes last of what it made. */
const ENDED = 'session_ended'

/** Columns that it added to tables of the specification, also where another program had made them. */
const sessionColumns = ['version', 'changed_ms', 'created_ms', 'expires_ms']
const userColumns = ['settings', 'settings_ms']

/** Whether these are the tables of an earlier Postern. */
export function hasEarlierSchema(tables: ReadonlySet<string>): boolean {
  return tables.has(ENDED)
}

/**
 * Moves what an earlier Postern kept in columns of `session` and `users` into tables of our own, and takes the columns out
 * again. Every step can be repeated: MySQL commits each of them.
 */
export async function moveEarlierSchema(knex: Knex, dialect: Dialect): Promise<void> {
  if (await knex.schema.hasColumn('session', 'expires_ms')) await moveSessions(knex, dialect)
  await moveMissing(knex, dialect, {
    from: ENDED,
    to: 'postern_session_ended',
    columns: ['sess_id', 'version', 'expires_ms'],
    key: 'sess_id',
  })
  if (await knex.schema.hasColumn('users', 'settings_ms')) await moveSettings(knex, dialect)
  await recordMade(knex)
  await runStatement(knex, `DROP TABLE ${ENDED}`, [])
}

async function moveSessions(knex: Knex, dialect: Dialect): Promise<void> {
  await moveMissing(knex, dialect, {
    from: 'session',
    to: 'postern_session',
    columns: ['sess_id', ...sessionColumns],
    key: 'sess_id',
    // The others are another program's.
    where: 'expires_ms IS NOT NULL',
  })
  if (dialect === 'sqlite') await runStatement(knex, 'DROP INDEX session_expires_ms_index', [])
  await dropColumns(knex, dialect, { table: 'session', columns: sessionColumns })
}

async function moveSettings(knex: Knex, dialect: Dialect): Promise<void> {
  const signIns = ['created', 'last_login', 'failed_login', 'failed_login_counter']
  await moveMissing(knex, dialect, {
    from: 'users',
    to: 'postern_user',
    columns: ['username', 'mail_host', 'user_id', ...signIns, ...userColumns],
    key: 'username, mail_host',
    where: 'settings IS NOT NULL',
  })
  await dropColumns(knex, dialect, { table: 'users', columns: userColumns })
}

interface Move {
  readonly from: string
  readonly to: string
  readonly columns: readonly string[]
  readonly key: string
  readonly where?: string
}

/** Copies rows that are not there yet. The columns of a key may be of two collations, so nothing is compared by a join. */
async function moveMissing(knex: Knex, dialect: Dialect, move: Move): Promise<void> {
  const { from, to, columns, key, where = '1 = 1' } = move
  const names = columns.join(', ')
  const tail = keepAndLock(dialect, { table: to, key, column: columns.at(-1) ?? '' })
  await runStatement(
    knex,
    `INSERT INTO ${to} (${names}) SELECT ${names} FROM ${from} WHERE ${where} ${tail}`,
    [],
  )
}

async function dropColumns(
  knex: Knex,
  dialect: Dialect,
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
): Promise<void> {
  const drops = columns.map((column) => `DROP COLUMN ${column}`)
  // SQLite takes one at a time. On MySQL all are missing or none.
  const statements = dialect === 'sqlite' ? drops : [drops.join(', ')]
  for (const drop of statements) await runStatement(knex, `ALTER TABLE ${table} ${drop}`, [])
}

/** Which tables the earlier Postern had made: only its own take NULL as a time; Roundcube's do not. */
async function recordMade(knex: Knex): Promise<void> {
  for (const [table, column] of [
    ['session', 'changed'],
    ['users', 'created'],
  ] as const) {
    const { [column]: info } = await knex(table).columnInfo()
    if (info?.nullable === true) await recordMadeTable(knex, table)
  }
}
