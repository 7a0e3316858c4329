import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import { integer, text } from '../sql/row.ts'
import { openSqlite, type Sqlite } from '../sql/sqlite.ts'
import { sqliteCode, sqliteCodeOf } from '../sql/sqlite-fault.ts'
import { BackupFault } from './fault.ts'
import {
  ABOUT,
  addTo,
  CONTENT,
  FORMAT,
  quoted,
  type BackedUpTable,
  type BackupOrigin,
} from './format.ts'
import { FIRST_PAGE_ROWS, nextPageRows, type Values } from './page-rows.ts'
import type { Column } from './rows.ts'

/** A backup that was found to be whole. */
export interface BackupReader {
  readonly origin: BackupOrigin
  readonly tables: readonly BackedUpTable[]
  /** The rows of a table in pages, in the order they were written. */
  rows(table: BackedUpTable): AsyncGenerator<readonly Values[], void, undefined>
  close(): Promise<void>
}

/**
 * Opens a backup and checks all of it: the file, the number of rows of each table, and their checksums. Throws
 * BackupFault for what is no backup, is damaged, or is of a format that this release does not know.
 */
export async function openBackup(path: string): Promise<BackupReader> {
  const sqlite = await open(path)
  try {
    const origin = await readOrigin(sqlite, path)
    await checkFile(sqlite, path)
    const tables = await readTables(sqlite)
    for (const table of tables) await checkTable(sqlite, path, table)
    return {
      origin,
      tables,
      rows: (table) => rowsOf(sqlite, table),
      close: () => sqlite.close(),
    }
  } catch (error) {
    await sqlite.close()
    if (error instanceof BackupFault) throw error
    const problem = error instanceof Error ? error.message : ''
    throw new BackupFault(`${path} is damaged: ${problem}`, { cause: error })
  }
}

async function open(path: string): Promise<Sqlite> {
  try {
    await access(path)
  } catch (cause) {
    throw new BackupFault(`${path} is not there, or cannot be read`, { cause })
  }
  const sqlite = await openSqlite({ path, busyTimeoutMs: 0, isReadOnly: true })
  // It may come from anywhere: what its schema says is not run.
  await sqlite.run('PRAGMA trusted_schema = OFF')
  return sqlite
}

async function readOrigin(sqlite: Sqlite, path: string): Promise<BackupOrigin> {
  const rows = await sqlite.all(`SELECT name, value FROM ${ABOUT}`).catch((cause: unknown) => {
    if (!isSomethingElse.has(sqliteCodeOf(cause) ?? '')) throw cause
    throw new BackupFault(`${path} is not a backup of Postern`, { cause })
  })
  const about = new Map(rows.map((row) => [text(row, 'name'), text(row, 'value')]))
  const format = about.get('format')
  if (format !== FORMAT) {
    const origin = `format ${String(format)}, made by release ${String(about.get('release'))}`
    throw new BackupFault(`${path} is of ${origin}: this release reads format ${FORMAT}`)
  }
  return {
    madeAt: Date.parse(about.get('madeAt') ?? ''),
    release: about.get('release') ?? '',
    engine: about.get('engine') ?? '',
  }
}

/** SQLITE_ERROR: there is no such table. */
const isSomethingElse: ReadonlySet<string> = new Set(['1', sqliteCode.notADatabase])

async function checkFile(sqlite: Sqlite, path: string): Promise<void> {
  const [row] = await sqlite.all('PRAGMA integrity_check(1)')
  const problem = row === undefined ? 'no answer' : text(row, 'integrity_check')
  if (problem !== 'ok') throw new BackupFault(`${path} is damaged: ${problem}`)
}

interface SummedTable extends BackedUpTable {
  readonly checksum: string
}

async function readTables(sqlite: Sqlite): Promise<readonly SummedTable[]> {
  const rows = await sqlite.all(`SELECT name, columns, rows, checksum FROM ${CONTENT}`)
  return rows.map((row) => ({
    name: text(row, 'name'),
    columns: columnsIn(JSON.parse(text(row, 'columns'))),
    rows: integer(row, 'rows'),
    checksum: text(row, 'checksum'),
  }))
}

function columnsIn(list: unknown): readonly Column[] {
  if (!Array.isArray(list)) throw new TypeError('a table without columns')
  return Array.from<unknown, Column>(list, (column) => {
    const [name, kind] = Array.isArray(column) ? Array.from<unknown>(column) : []
    const isKind = kind === 'text' || kind === 'number' || kind === 'time'
    if (typeof name !== 'string' || !isKind) throw new TypeError('a column of no known kind')
    return { name, kind }
  })
}

async function checkTable(sqlite: Sqlite, path: string, table: SummedTable): Promise<void> {
  const sum = createHash('sha256')
  let rows = 0
  for await (const page of rowsOf(sqlite, table)) {
    addTo(sum, page)
    rows += page.length
  }
  if (rows === table.rows && sum.digest('hex') === table.checksum) return
  throw new BackupFault(`${path} is damaged: ${table.name} is not as it was written`)
}

async function* rowsOf(
  sqlite: Sqlite,
  { name, columns }: BackedUpTable,
): AsyncGenerator<readonly Values[], void, undefined> {
  const names = columns.map((column, index) => `${quoted(column.name)} AS c${index}`)
  const query = `SELECT rowid AS at, ${names.join(', ')} FROM ${quoted(name)}
    WHERE rowid > ? ORDER BY rowid LIMIT ?`
  let last = 0
  for (let limit = FIRST_PAGE_ROWS; ;) {
    const rows = await sqlite.all(query, [last, limit])
    const lastRow = rows.at(-1)
    if (lastRow === undefined) return
    const values = rows.map((row) => columns.map((_, index) => bindingOf(row[`c${index}`])))
    yield values
    last = integer(lastRow, 'at')
    limit = nextPageRows(values)
  }
}

function bindingOf(value: unknown): Values[number] {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
