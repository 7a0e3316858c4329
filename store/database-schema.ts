import type { Knex } from 'knex'
import type { DatabaseConnection } from './database-connection.ts'

/**
 * Creates the tables of the specification (2.1, 2.2) where they are missing, and adds our columns to
 * tables another program made. Says whether the tables are new, i.e. hold nothing yet.
 */
export async function ensureSchema(connection: DatabaseConnection): Promise<{ isNew: boolean }> {
  const { knex, dialect } = connection
  const isNew = !(await knex.schema.hasTable('session'))
  if (isNew && dialect === 'sqlite') {
    // The journal mode of a file is its owner's business, so it is set only for a file made here.
    await knex.raw('PRAGMA journal_mode = WAL')
  }
  if (dialect === 'sqlite') {
    await knex.raw('PRAGMA synchronous = NORMAL')
    await knex.raw('PRAGMA journal_size_limit = 67108864')
  }

  if (isNew) await knex.schema.createTable('session', sessionTable)
  else await addColumns(knex)
  if (!(await knex.schema.hasTable('session_ended'))) {
    await knex.schema.createTable('session_ended', endedTable)
  }
  if (!(await knex.schema.hasTable('users'))) await knex.schema.createTable('users', usersTable)
  return { isNew }
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
  if (await knex.schema.hasColumn('session', 'expires_ms')) return
  await knex.schema.alterTable('session', ownSessionColumns)
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
  table.datetime('created')
  table.datetime('last_login')
  table.datetime('failed_login')
  table.integer('failed_login_counter')
  table.string('language', 16)
  table.text('preferences')
  table.unique(['username', 'mail_host'])
}
