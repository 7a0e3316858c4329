import type { Knex } from 'knex'
import type { DatabaseConnection } from './connection/connection.ts'
import { personalTable } from './personal.ts'
import { writerTable } from './writers.ts'

/**
 * Creates the tables of the specification (2.1, 2.2) where they are missing, and adds our columns to
 * tables another program made.
 */
export async function ensureSchema(connection: DatabaseConnection): Promise<void> {
  const { knex, dialect } = connection
  if (dialect === 'sqlite' && !(await knex.schema.hasTable('session'))) {
    // The journal mode of a file is its owner's business, so it is set only for a file made here.
    await knex.raw('PRAGMA journal_mode = WAL')
  }
  if (dialect === 'sqlite') {
    // NORMAL may roll back commits after a power loss, and the spool forgets what was committed here.
    await knex.raw('PRAGMA synchronous = FULL')
    await knex.raw('PRAGMA journal_size_limit = 67108864')
  }

  const isNew = await createTable(knex, 'session', sessionTable)
  if (!isNew) await addColumns(knex)
  await createTable(knex, 'session_ended', endedTable)
  if (!(await createTable(knex, 'users', usersTable))) await addUserColumns(knex)
  await createTable(knex, 'postern_document', documentTable)
  await createTable(knex, 'postern_personal', personalTable)
  await createTable(knex, 'postern_writer', writerTable)
}

/** Whether the table was missing and is made now. */
function createTable(
  knex: Knex,
  name: string,
  columns: (table: Knex.CreateTableBuilder) => void,
): Promise<boolean> {
  return unlessThere(
    () => knex.schema.hasTable(name),
    () => knex.schema.createTable(name, columns),
  )
}

/** Another instance that starts at this moment may make the same thing: then it is there, as wanted. */
async function unlessThere(
  isThere: () => Promise<boolean>,
  make: () => PromiseLike<unknown>,
): Promise<boolean> {
  if (await isThere()) return false
  try {
    await make()
    return true
  } catch (error) {
    if (await isThere()) return false
    throw error
  }
}

function sessionTable(table: Knex.CreateTableBuilder): void {
  table.string('sess_id', 128).primary()
  table.datetime('changed').index()
  table.string('ip', 45)
  table.text('vars', 'mediumtext')
  ownSessionColumns(table)
}

/** Nullable: rows of other programs do not have them. */
function ownSessionColumns(table: Knex.CreateTableBuilder): void {
  table.bigInteger('version').notNullable().defaultTo(0)
  table.bigInteger('changed_ms')
  table.bigInteger('created_ms')
  table.bigInteger('expires_ms').index()
}

async function addColumns(knex: Knex): Promise<void> {
  await unlessThere(
    () => knex.schema.hasColumn('session', 'expires_ms'),
    () => knex.schema.alterTable('session', ownSessionColumns),
  )
}

/** Nullable as well. */
function ownUserColumns(table: Knex.CreateTableBuilder): void {
  table.text('settings')
  table.bigInteger('settings_ms')
}

async function addUserColumns(knex: Knex): Promise<void> {
  await unlessThere(
    () => knex.schema.hasColumn('users', 'settings_ms'),
    () => knex.schema.alterTable('users', ownUserColumns),
  )
}

function endedTable(table: Knex.CreateTableBuilder): void {
  table.string('sess_id', 128).primary()
  table.bigInteger('version').notNullable()
  table.bigInteger('expires_ms').notNullable().index()
}

function documentTable(table: Knex.CreateTableBuilder): void {
  table.string('id', 128).primary()
  table.bigInteger('version').notNullable()
  table.bigInteger('expires_ms').notNullable().index()
  table.text('body', 'mediumtext').notNullable()
}

function usersTable(table: Knex.CreateTableBuilder): void {
  table.bigInteger('user_id').primary()
  table.string('username', 128).notNullable()
  table.string('mail_host', 128).notNullable()
  table.datetime('created')
  table.datetime('last_login')
  table.datetime('failed_login')
  table.integer('failed_login_counter')
  table.string('language', 16)
  table.text('preferences')
  ownUserColumns(table)
  table.unique(['username', 'mail_host'])
}
