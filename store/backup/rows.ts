import type { Knex } from 'knex'
import type { DatabaseConnection, Dialect } from '../database/connection/connection.ts'
import { selectRows, type Binding } from '../database/statement.ts'
import { withDeadline } from '../../plugin/concurrency/deadline.ts'
import { optionalInteger, text, type SqlRow } from '../sql/row.ts'
import { BackupFault } from './fault.ts'
import { FIRST_PAGE_ROWS, nextPageRows, type Values } from './page-rows.ts'
import type { BackupTable } from './tables.ts'

/** A column, and what every engine makes of its values. */
export interface Column {
  readonly name: string
  /** Times are `YYYY-MM-DD HH:MM:SS` in UTC. */
  readonly kind: 'text' | 'number' | 'time'
}

/** The columns that a table has in this database. */
export async function columnsOf(knex: Knex, table: string): Promise<readonly Column[]> {
  const found = await knex(table).columnInfo()
  return Object.entries(found).map(([name, { type }]) => ({ name, kind: kindOf(type) }))
}

function kindOf(type: string): Column['kind'] {
  if (/date|time/i.test(type)) return 'time'
  return /int|serial|numeric|decimal/i.test(type) ? 'number' : 'text'
}

interface ReadOptions {
  readonly table: BackupTable
  readonly columns: readonly Column[]
  /** Limit of one page. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** Postern's rows of a table in pages, in the order of its key. */
export async function* readRows(
  { knex, dialect }: Pick<DatabaseConnection, 'knex' | 'dialect'>,
  { table, columns, timeoutMs, signal }: ReadOptions,
): AsyncGenerator<readonly Values[], void, undefined> {
  const selected = columns.map((column) => selectColumn(knex, dialect, column))
  let last: Values | undefined
  for (let limit = FIRST_PAGE_ROWS; ;) {
    signal.throwIfAborted()
    const query = ownRows(knex, table).limit(limit)
    void query.select(selected)
    for (const column of table.key) void query.orderBy(column)
    if (last !== undefined) afterKey(query, table.key, last)
    const rows = await withDeadline(selectRows(query), timeoutMs)
    const values = rows.map((row) => columns.map((column) => valueOf(row, table, column)))
    if (values.length > 0) yield values
    const lastRow = rows.at(-1)
    if (lastRow === undefined || rows.length < limit) return
    last = table.key.map((name) => keyValue(lastRow, name))
    limit = nextPageRows(values)
  }
}

/** Postern's rows of a table. */
export function ownRows(knex: Knex, { name, ownRows: condition }: BackupTable) {
  const query = knex(name)
  return condition === undefined ? query : query.whereRaw(condition)
}

/** As text, whatever the driver makes of times. */
function selectColumn(knex: Knex, dialect: Dialect, { name, kind }: Column) {
  if (kind !== 'time' || dialect === 'sqlite') return knex.raw('??', [name])
  return knex.raw(timeAsText[dialect], [name, name])
}

const timeAsText = {
  mysql: "DATE_FORMAT(??, '%Y-%m-%d %H:%i:%s') AS ??",
  postgres: "to_char(?? AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS ??",
} as const

/** Rows behind a key. The first column stands alone too, so that every engine finds it in the index. */
function afterKey(
  query: Knex.QueryBuilder,
  [column = '', ...columns]: readonly string[],
  [value = null, ...values]: Values,
): void {
  if (columns.length === 0) {
    void query.where(column, '>', value)
    return
  }
  void query.where(column, '>=', value).where((later) => {
    void later
      .where(column, '>', value)
      .orWhere((same) => afterKey(same.where(column, value), columns, values))
  })
}

function keyValue(row: SqlRow, name: string): Binding {
  const value = row[name]
  return typeof value === 'number' ? value : text(row, name)
}

function valueOf(row: SqlRow, table: BackupTable, { name, kind }: Column): Binding {
  const value = row[name]
  if (value === null || value === undefined) return null
  try {
    return kind === 'number' ? (optionalInteger(row, name) ?? null) : text(row, name)
  } catch (cause) {
    // SQLite takes anything into any column.
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new BackupFault(`a row of ${table.name} cannot be read: ${problem}`, { cause })
  }
}
