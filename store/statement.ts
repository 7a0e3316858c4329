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

/** A query of knex's builder with the answer it gives. */
interface Query<Answer> extends PromiseLike<Answer> {
  toSQL(): { readonly sql: string }
}

/** Answers the rows of a query; a failure names its SQL with placeholders. */
export function selectRows(query: Query<readonly Row[]>): Promise<readonly Row[]> {
  return runQuery(query)
}

/** Runs a query of the builder; a failure names its SQL with placeholders. */
export async function runQuery<Answer>(query: Query<Answer>): Promise<Answer> {
  try {
    return await query
  } catch (error) {
    throw databaseFault(error, query.toSQL().sql)
  }
}

/** `(?, ?, ?)` for a list of values. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`
}
