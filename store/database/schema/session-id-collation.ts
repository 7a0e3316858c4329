import type { Knex } from 'knex'
import type { DatabaseConnection } from '../connection/connection.ts'
import { runStatement, selectRows } from '../statement.ts'
import { text } from '../../sql/row.ts'

type At = Pick<DatabaseConnection, 'knex' | 'dialect'>

const joined = ['postern_session', 'postern_session_ended']

/**
 * Whether `sess_id` of our tables compares as that of `session`. MySQL refuses to join columns of two collations, or reads the
 * whole table for it, and a Roundcube's are often not those of its database.
 */
export async function hasMatchingIds({ knex, dialect }: At): Promise<boolean> {
  return dialect !== 'mysql' || (await findDifferent(knex)).tables.length === 0
}

/** Gives `sess_id` of our tables the collation that `session` has. */
export async function matchIds({ knex, dialect }: At): Promise<void> {
  if (dialect !== 'mysql') return
  const { collation, tables } = await findDifferent(knex)
  for (const table of tables) {
    const column = `sess_id varchar(128) COLLATE ${collation} NOT NULL`
    await runStatement(knex, `ALTER TABLE ${table} MODIFY ${column}`, [])
  }
}

async function findDifferent(knex: Knex) {
  const rows = await selectRows(
    knex('information_schema.columns')
      .select({ place: 'table_name', collation: 'collation_name' })
      .whereRaw('table_schema = DATABASE()')
      .where({ column_name: 'sess_id' })
      .whereIn('table_name', ['session', ...joined]),
  )
  const collations = new Map(rows.map((row) => [text(row, 'place'), text(row, 'collation')]))
  const collation = collations.get('session') ?? ''
  return { collation, tables: joined.filter((table) => collations.get(table) !== collation) }
}
