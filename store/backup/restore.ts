import type { Knex } from 'knex'
import {
  type DatabaseConnection,
  type Dialect,
  parseDatabaseUrl,
} from '../database/connection/connection.ts'
import { findMadeTables } from '../database/schema/tables.ts'
import { databaseFault } from '../database/sql-error.ts'
import { insertRows, runQuery, selectRows } from '../database/statement.ts'
import { forgetWriters } from '../database/writers.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import { integer } from '../sql/row.ts'
import type { TableCount } from './back-up.ts'
import type { BackedUpTable } from './format.ts'
import type { BackupReader } from './open-backup.ts'
import { BackupFault } from './fault.ts'
import { columnsOf, ownRows } from './rows.ts'
import { moveSpoolAside, type MovedAside } from './spool-aside.ts'
import { backupTables, type BackupTable } from './tables.ts'
import { openTarget } from './target.ts'

interface RestoreOptions {
  /** `database.url`, with its password. */
  readonly url: string
  readonly backup: BackupReader
  readonly dataDir: string
  /** Whom Postern runs as; undefined where no one knows. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  /** Whether rows of Postern that are there may be replaced. */
  readonly isReplacing: boolean
  readonly timeoutMs: number
  readonly now: () => number
  readonly signal: AbortSignal
}

/** What became of a restore. */
export type RestoreOutcome =
  /** Rows of Postern are there already, and nothing was changed. */
  | { readonly kind: 'occupied'; readonly rows: number }
  | {
      readonly kind: 'restored'
      readonly tables: readonly TableCount[]
      readonly replaced: number
      /** Rows of other programs that had the key of one of ours, and stayed. */
      readonly left: number
      /** Where the spool lies now. */
      readonly movedAside: readonly string[]
    }

/**
 * Writes a backup into the database, in one transaction, instead of Postern's rows, and moves the spool aside, which would
 * write its own state back. No Postern may run. Throws BackupFault, StoreUnavailable, MissingDriver, or what the system says;
 * then all is as before.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreOutcome> {
  const { url, owner, timeoutMs } = options
  const target = await openTarget(parseDatabaseUrl(url), { owner, timeoutMs })
  let moved: MovedAside | undefined
  const move = async () => {
    moved = await moveSpoolAside(options.dataDir, options.now())
    return moved
  }
  try {
    const outcome = await inTransaction(target.connection, (at) => replaceAll(at, options, move))
    await target.close()
    return outcome
  } catch (error) {
    await moved?.moveBack()
    await target.discard()
    throw error
  }
}

type Transaction = Pick<DatabaseConnection, 'knex' | 'dialect'>

async function inTransaction(
  { knex, dialect }: DatabaseConnection,
  work: (at: Transaction) => Promise<RestoreOutcome>,
): Promise<RestoreOutcome> {
  try {
    const transaction = await knex.transaction()
    try {
      const outcome = await work({ knex: transaction, dialect })
      await (outcome.kind === 'restored' ? transaction.commit() : transaction.rollback())
      return outcome
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  } catch (error) {
    if (error instanceof BackupFault || error instanceof StoreUnavailable) throw error
    throw databaseFault(error, '')
  }
}

async function replaceAll(
  at: Transaction,
  { backup, isReplacing, signal }: RestoreOptions,
  moveSpool: () => Promise<MovedAside>,
): Promise<RestoreOutcome> {
  const { knex } = at
  // First, since it writes: SQLite gives its lock at once then, and never has to make a writer of a reader. A spool that
  // comes back finds no mark of its own and writes all it has again (store/drain/database-check.ts).
  await forgetWriters(knex)
  const replaced = await countOwnRows(knex)
  if (replaced > 0 && !isReplacing) return { kind: 'occupied', rows: replaced }

  for (const table of backupTables) await runQuery(ownRows(knex, table).delete())
  const tables: TableCount[] = []
  const made = await findMadeTables(knex)
  for (const table of backupTables) {
    const from = backup.tables.find(({ name }) => name === table.name)
    if (from === undefined) continue
    if (table.isOnlyWhereMade && !made.includes(table.name)) continue
    await insertAll(at, table, { backup, from, signal })
    tables.push({ name: from.name, rows: from.rows })
  }
  const written = await countOwnRows(knex)
  const left = tables.reduce((sum, { rows }) => sum + rows, 0) - written
  signal.throwIfAborted()
  // Last, so that little can fail behind it.
  const { paths } = await moveSpool()
  return { kind: 'restored', tables, replaced, left, movedAside: paths }
}

async function countOwnRows(knex: Knex): Promise<number> {
  let sum = 0
  for (const table of backupTables) {
    const [row] = await selectRows(ownRows(knex, table).select(knex.raw('count(*) AS found')))
    if (row !== undefined) sum += integer(row, 'found')
  }
  return sum
}

interface InsertedTable {
  readonly backup: BackupReader
  readonly from: BackedUpTable
  readonly signal: AbortSignal
}

async function insertAll(
  { knex, dialect }: Transaction,
  table: BackupTable,
  { backup, from, signal }: InsertedTable,
): Promise<void> {
  const present = new Set((await columnsOf(knex, table.name)).map(({ name }) => name))
  const isKnown = from.columns.map(({ name }) => present.has(name))
  const names = from.columns.flatMap(({ name }) => (present.has(name) ? [name] : []))
  // What other programs add to a table of theirs is theirs.
  if (isKnown.includes(false) && table.ownRows === undefined) {
    const unknown = from.columns.find(({ name }) => !present.has(name))?.name ?? ''
    const advice = `restore it with release ${backup.origin.release}`
    throw new BackupFault(`this release knows no ${table.name}.${unknown}: ${advice}`)
  }
  const into = ['INSERT INTO ?? (', names.map(() => '??').join(', '), ')'].join('')
  const head = knex.raw(into, [table.name, ...names]).toQuery()
  const tail = table.ownRows === undefined ? '' : keepOther(dialect, table)
  for await (const page of backup.rows(from)) {
    signal.throwIfAborted()
    const rows = page.map((values) => values.filter((_, index) => isKnown[index]))
    await insertRows(knex, { head, tail, rows })
  }
}

/** A row of another program stays as it is. */
function keepOther(dialect: Dialect, { name, key: [column = ''] }: BackupTable): string {
  return dialect === 'mysql'
    ? `ON DUPLICATE KEY UPDATE ${column} = ${name}.${column}`
    : 'ON CONFLICT DO NOTHING'
}
