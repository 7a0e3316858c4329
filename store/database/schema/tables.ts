import type { Knex } from 'knex'
import type { DatabaseConnection, Dialect } from '../connection/connection.ts'
import { runQuery, selectRows } from '../statement.ts'
import { text } from '../../sql/row.ts'

type Columns = (table: Knex.CreateTableBuilder, dialect: Dialect) => void

/** Tables of the specification (2.1, 2.2), which another webmail may have made: nothing of ours is added to them. */
export const sharedTables: ReadonlyMap<string, Columns> = new Map([
  ['session', sessionTable],
  ['users', usersTable],
])

/** The table that says which ones Postern made. */
export const RECORD = 'postern_made'

/** Tables that are Postern's alone, joined to the shared ones by `sess_id` and by the user. */
export const ownTables: ReadonlyMap<string, Columns> = new Map([
  [RECORD, madeTable],
  ['postern_session', ownSessionTable],
  ['postern_session_ended', endedTable],
  ['postern_user', ownUserTable],
  ['postern_document', documentTable],
  ['postern_personal', personalTable],
  ['postern_writer', writerTable],
])

/** All tables of the database, or of the schema of a PostgreSQL that `search_path` starts with; in order. */
export async function listTables({
  knex,
  dialect,
}: Pick<DatabaseConnection, 'knex' | 'dialect'>): Promise<readonly string[]> {
  const rows = await selectRows(selectTables[dialect](knex))
  return rows
    .map((row) => text(row, 'name'))
    .filter((name) => dialect !== 'sqlite' || !name.startsWith('sqlite_'))
    .sort()
}

const selectTables: Readonly<Record<Dialect, (knex: Knex) => Knex.QueryBuilder>> = {
  sqlite: (knex) => knex('sqlite_master').select('name').where({ type: 'table' }),
  mysql: (knex) =>
    knex('information_schema.tables')
      .select({ name: 'table_name' })
      .whereRaw('table_schema = DATABASE()')
      .where({ table_type: 'BASE TABLE' }),
  postgres: (knex) =>
    knex('pg_tables').select({ name: 'tablename' }).whereRaw('schemaname = current_schema()'),
}

/** Whether the table of this name is the record of a Postern, among the tables that are there. */
export async function hasRecord(knex: Knex, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes(RECORD)) return false
  return Object.keys(await knex(RECORD).columnInfo()).join() === 'name'
}

/** Names of the tables that Postern made itself; some may be missing by now. */
export async function findMadeTables(knex: Knex): Promise<readonly string[]> {
  const rows = await selectRows(knex(RECORD).select('name').orderBy('name'))
  return rows.map((row) => text(row, 'name'))
}

/** The tables that Postern made, of those that are there. A name alone makes none ours. */
export async function findTablesMade(
  knex: Knex,
  tables: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!(await hasRecord(knex, tables))) return new Set()
  const recorded = await findMadeTables(knex)
  // An earlier Postern recorded only those that it shared.
  const made = recorded.includes(RECORD) ? recorded : [...recorded, ...ownTables.keys()]
  return new Set(made.filter((name) => tables.includes(name)))
}

/** Records that a table is one that Postern made. */
export async function recordMadeTable(knex: Knex, name: string): Promise<void> {
  await runQuery(knex(RECORD).insert({ name }).onConflict('name').ignore())
}

function madeTable(table: Knex.CreateTableBuilder): void {
  table.string('name', 64).primary()
}

function sessionTable(table: Knex.CreateTableBuilder): void {
  table.string('sess_id', 128).primary()
  table.datetime('changed').index()
  table.string('ip', 45)
  table.text('vars', 'mediumtext')
}

/** A row of `session` without a row here is another program's. */
function ownSessionTable(table: Knex.CreateTableBuilder): void {
  table.string('sess_id', 128).primary()
  table.bigInteger('version').notNullable()
  table.bigInteger('changed_ms').notNullable()
  table.bigInteger('created_ms').notNullable()
  table.bigInteger('expires_ms').notNullable().index()
}

function endedTable(table: Knex.CreateTableBuilder): void {
  table.string('sess_id', 128).primary()
  table.bigInteger('version').notNullable()
  table.bigInteger('expires_ms').notNullable().index()
}

function usersTable(table: Knex.CreateTableBuilder): void {
  table.bigInteger('user_id').primary()
  table.string('username', 128).notNullable()
  table.string('mail_host', 128).notNullable()
  signInColumns(table)
  table.string('language', 16)
  table.text('preferences')
  table.unique(['username', 'mail_host'])
}

function ownUserTable(table: Knex.CreateTableBuilder, dialect: Dialect): void {
  // The longest address, and the longest host name (RFC 3696, 3; RFC 1035, 2.3.4).
  table.string('username', 320).notNullable()
  table.string('mail_host', 255).notNullable()
  // Not unique: the id of another program's row wins, and a database that was replaced may give it to someone else.
  table.bigInteger('user_id').notNullable()
  signInColumns(table)
  table.text('settings')
  table.bigInteger('settings_ms')
  table.primary(['username', 'mail_host'])
  // Two names that differ in case are two users, as on the other engines and in the spool.
  if (dialect === 'mysql') table.collate('utf8mb4_bin')
}

/** Times are of the database's clock. */
function signInColumns(table: Knex.CreateTableBuilder): void {
  table.datetime('created')
  table.datetime('last_login')
  table.datetime('failed_login')
  table.integer('failed_login_counter')
}

function documentTable(table: Knex.CreateTableBuilder): void {
  table.string('id', 128).primary()
  table.bigInteger('version').notNullable()
  table.bigInteger('expires_ms').notNullable().index()
  table.text('body', 'mediumtext').notNullable()
}

function personalTable(table: Knex.CreateTableBuilder): void {
  table.string('owner', 64).notNullable()
  table.string('kind', 32).notNullable()
  table.string('id', 64).notNullable()
  table.bigInteger('version').notNullable()
  table.smallint('removed').notNullable()
  table.integer('bytes').notNullable()
  table.text('body', 'mediumtext').notNullable()
  table.primary(['owner', 'kind', 'id'])
  table.index(['kind', 'owner'])
}

function writerTable(table: Knex.CreateTableBuilder): void {
  table.string('id', 64).primary()
  table.bigInteger('mark').notNullable()
  table.bigInteger('written_ms').notNullable()
}
