import type { Knex } from 'knex'
import type { Row } from './row.ts'
import { databaseFault } from './sql-error.ts'

/** A value bound to a placeholder. */
export type Binding = string | number | null

/** Rows per statement: SQLite and the others take far more, but short statements hold a lock shortly. */
const rowsPerStatement = 100

/** Runs one statement; a failure names `shownSql`, the statement with placeholders, never a value. */
export async function runStatement(
  knex: Knex,
  sql: string,
  bindings: readonly Binding[],
  shownSql = sql,
): Promise<void> {
  try {
    await knex.raw(sql, bindings)
  } catch (error) {
    throw databaseFault(error, shownSql)
  }
}

/** Runs `INSERT INTO ... VALUES (...), (...)` in pieces; the shown SQL has one row. */
export async function insertRows(
  knex: Knex,
  { head, tail, rows }: { head: string; tail: string; rows: readonly (readonly Binding[])[] },
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const piece = rows.slice(from, from + rowsPerStatement)
    const sql = (tuples: readonly string[]) => `${head} VALUES ${tuples.join(', ')} ${tail}`
    const tuples = piece.map(placeholders)
    await runStatement(knex, sql(tuples), piece.flat(), sql(tuples.slice(0, 1)))
  }
}

/** Answers the rows of a query builder; a failure names its SQL with placeholders. */
export async function selectRows(query: Knex.QueryBuilder): Promise<readonly Row[]> {
  try {
    const rows: readonly Row[] = await query
    return rows
  } catch (error) {
    throw databaseFault(error, query.toSQL().sql)
  }
}

/** `(?, ?, ?)` for a list of values. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`
}
