import type { Knex } from 'knex'
import { z } from 'zod'
import { roundcubeKnex } from '../roundcube/roundcube-database.ts'

/** What a database looks like without its rows: two texts are the same where the schemas are. */
export async function dumpSchema(url: string): Promise<string> {
  return asOtherProgram(url, async (knex, dialect) => {
    const lines: string[] = []
    if (dialect === 'mysql') {
      for (const { name } of await namesOf(knex)) {
        const [row] = await rowsOf(knex.raw(`SHOW CREATE TABLE \`${String(name)}\``))
        lines.push(String(row?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''))
      }
      return lines.join('\n')
    }
    for (const question of dialect === 'sqlite' ? sqliteQuestions : postgresQuestions) {
      for (const row of await rowsOf(knex.raw(question))) lines.push(JSON.stringify(row))
    }
    return lines.join('\n')
  })
}

const sqliteQuestions = [
  'SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name',
  'PRAGMA journal_mode',
]

const postgresQuestions = [
  `SELECT table_name, column_name, ordinal_position, data_type, character_maximum_length, is_nullable, column_default
   FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 3`,
  'SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1',
  `SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint
   WHERE connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  'SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1',
]

/** Rows as another program reads them. */
export function readRows(url: string, sql: string) {
  return asOtherProgram(url, (knex) => rowsOf(knex.raw(sql)))
}

/** Statements as another program runs them. */
export function runAsOtherProgram(url: string, ...statements: readonly string[]): Promise<void> {
  return asOtherProgram(url, async (knex) => {
    for (const sql of statements) await knex.raw(sql)
  })
}

/** Removes all tables of a server's database. */
export function emptyDatabase(url: string): Promise<void> {
  return asOtherProgram(url, async (knex, dialect) => {
    if (dialect === 'postgres') {
      await knex.raw('DROP SCHEMA public CASCADE')
      await knex.raw('CREATE SCHEMA public')
      return
    }
    const names = (await namesOf(knex)).map(({ name }) => `\`${String(name)}\``)
    if (names.length === 0) return
    await knex.raw(`SET FOREIGN_KEY_CHECKS = 0; DROP TABLE ${names.join(', ')}`)
  })
}

/** What Postern 0.1 added to the tables of the specification, or made with them where there were none. */
export function makeEarlierSchema(url: string): Promise<void> {
  return asOtherProgram(url, async (knex) => {
    if (!(await knex.schema.hasTable('session'))) {
      await knex.schema.createTable('session', (table) => {
        table.string('sess_id', 128).primary()
        table.datetime('changed').index()
        table.string('ip', 45)
        table.text('vars', 'mediumtext')
      })
      await knex.schema.createTable('users', (table) => {
        table.bigInteger('user_id').primary()
        table.string('username', 128).notNullable()
        table.string('mail_host', 128).notNullable()
        for (const time of ['created', 'last_login', 'failed_login']) table.datetime(time)
        table.integer('failed_login_counter')
        table.string('language', 16)
        table.text('preferences')
        table.unique(['username', 'mail_host'])
      })
    }
    await knex.schema.alterTable('session', (table) => {
      table.bigInteger('version').notNullable().defaultTo(0)
      table.bigInteger('changed_ms')
      table.bigInteger('created_ms')
      table.bigInteger('expires_ms').index()
    })
    await knex.schema.createTable('session_ended', (table) => {
      table.string('sess_id', 128).primary()
      table.bigInteger('version').notNullable()
      table.bigInteger('expires_ms').notNullable().index()
    })
    await knex.schema.alterTable('users', (table) => {
      table.text('settings')
      table.bigInteger('settings_ms')
    })
  })
}

async function asOtherProgram<Response>(
  url: string,
  work: (knex: Knex, dialect: 'sqlite' | 'mysql' | 'postgres') => Promise<Response>,
): Promise<Response> {
  const { knex, dialect } = roundcubeKnex(url)
  try {
    return await work(knex, dialect)
  } finally {
    await knex.destroy()
  }
}

function namesOf(mysql: Knex) {
  return rowsOf(
    mysql.raw(
      'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1',
    ),
  )
}

const rowList = z.array(z.record(z.string(), z.unknown()))

/** sqlite3 answers rows, mysql2 a pair, pg an object. */
async function rowsOf(query: PromiseLike<unknown>): Promise<z.output<typeof rowList>> {
  const response = await query
  const isOfMysql = Array.isArray(response) && Array.isArray(response[0])
  const rows: unknown = isOfMysql ? response[0] : response
  if (rows !== null && typeof rows === 'object' && 'rows' in rows) return rowList.parse(rows.rows)
  return rowList.parse(rows)
}
