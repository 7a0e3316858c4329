import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import type { SqlRow } from '../sql/row.ts'
import { databaseFault } from './sql-error.ts'

/** A value bound to a placeholder. */
export type Binding = string | number | null

/** Rows per statement: SQLite and the others take far more, but short statements hold a lock shortly. */
const rowsPerStatement = 100
// MySQL refuses a statement above max_allowed_packet, 1 MiB on the oldest servers and 16 MiB by default.
const charactersPerStatement = 524_288

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

interface Rows {
  readonly head: string
  readonly tail: string
  readonly rows: readonly (readonly Binding[])[]
  /** What a failure names instead of it. */
  readonly shownSql?: string
}

/** Runs `INSERT INTO ... VALUES (...), (...)` in pieces; the shown SQL has one row. */
export async function insertRows(knex: Knex, { head, tail, rows, shownSql }: Rows): Promise<void> {
  for (const piece of pieces(rows)) {
    const sql = (tuples: readonly string[]) => `${head} VALUES ${tuples.join(', ')} ${tail}`
    const tuples = piece.map(placeholders)
    await runStatement(knex, sql(tuples), piece.flat(), shownSql ?? sql(tuples.slice(0, 1)))
  }
}

type Values = readonly Binding[]

/** Rows that fit into one statement; a row above the limit goes alone. */
function pieces(rows: readonly Values[]): readonly (readonly Values[])[] {
  const found: Values[][] = []
  let piece: Values[] = []
  let size = 0
  for (const row of rows) {
    const length = row.reduce<number>((sum, value) => sum + String(value).length, 0)
    if (piece.length === rowsPerStatement || size + length > charactersPerStatement) {
      piece = []
      size = 0
    }
    if (piece.length === 0) found.push(piece)
    piece.push(row)
    size += length
  }
  return found
}

/** A query of knex's builder, for its SQL with placeholders. */
export interface ShownQuery {
  toSQL(): { readonly sql: string }
}

/** The same with the response it gives. */
export interface Query<Response> extends PromiseLike<Response>, ShownQuery {}

/** Answers the rows of a query; a failure names its SQL with placeholders. */
export function selectRows(query: Query<readonly SqlRow[]>): Promise<readonly SqlRow[]> {
  return runQuery(query)
}

/** Runs a query of the builder; a failure names its SQL with placeholders. */
export async function runQuery<Result>(query: Query<Result>): Promise<Result> {
  try {
    return await query
  } catch (error) {
    throw databaseFault(error, query.toSQL().sql)
  }
}

/** A column as a statement names it. */
type Name = (column: string) => string

/**
 * The end of an INSERT that writes these columns over a row that is there, where the condition holds. Those of the
 * condition come last: MySQL assigns from left to right.
 */
export function overwrite(
  dialect: Dialect,
  { table, key, columns }: { table: string; key: string; columns: readonly string[] },
  isWanted?: (written: Name, there: Name) => string,
): string {
  const isMysql = dialect === 'mysql'
  const written: Name = (column) => (isMysql ? `VALUES(${column})` : `excluded.${column}`)
  const there: Name = (column) => (isMysql ? column : `${table}.${column}`)
  const condition = isWanted?.(written, there)
  const valueOf: Name = (column) =>
    isMysql && condition !== undefined
      ? `IF(${condition}, ${written(column)}, ${column})`
      : written(column)
  const assignments = columns.map((column) => `${column} = ${valueOf(column)}`).join(', ')
  if (isMysql) return `ON DUPLICATE KEY UPDATE ${assignments}`
  const where = condition === undefined ? '' : ` WHERE ${condition}`
  return `ON CONFLICT (${key}) DO UPDATE SET ${assignments}${where}`
}

/** The end of an INSERT that leaves a row as it is where there is one, and lets no one else write it before the transaction ends. */
export function keepAndLock(
  dialect: Dialect,
  { table, key, column }: { table: string; key: string; column: string },
): string {
  const assignment = `${column} = ${table}.${column}`
  return dialect === 'mysql'
    ? `ON DUPLICATE KEY UPDATE ${assignment}`
    : `ON CONFLICT (${key}) DO UPDATE SET ${assignment}`
}

/** `(?, ?, ?)` for a list of values. */
export function placeholders(values: readonly unknown[]): string {
  return `(${values.map(() => '?').join(', ')})`
}
