import { createHash } from 'node:crypto'
import { openSqlite, type Sqlite } from '../sql/sqlite.ts'
import { BackupFault } from './fault.ts'
import { ABOUT, addTo, CONTENT, FORMAT, quoted, type BackupOrigin } from './format.ts'
import type { Values } from './page-rows.ts'
import type { Column } from './rows.ts'

/** Writes a backup. Throws BackupFault for what SQLite refuses. */
export interface BackupWriter {
  /** Writes a table and notes how many rows it has, and their checksum; returns the number. */
  addTable(
    name: string,
    columns: readonly Column[],
    pages: AsyncIterable<readonly Values[]>,
  ): Promise<number>
  close(): Promise<void>
}

/** Starts a backup in a file that is there and empty. Nothing of it is durable: who calls syncs the file. */
export async function writeBackup(path: string, origin: BackupOrigin): Promise<BackupWriter> {
  const sqlite = await openSqlite({ path, busyTimeoutMs: 0 })
  const run: Sqlite['run'] = async (sql, parameters) => {
    try {
      await sqlite.run(sql, parameters)
    } catch (cause) {
      const problem = cause instanceof Error ? cause.message : String(cause)
      throw new BackupFault(`${path} cannot be written: ${problem}`, { cause })
    }
  }
  try {
    // Half of a backup is removed and never read, so that it needs no journal.
    await run('PRAGMA journal_mode = OFF')
    await run('PRAGMA synchronous = OFF')
    await run(`CREATE TABLE ${ABOUT} (name TEXT PRIMARY KEY, value TEXT NOT NULL)`)
    await run(
      `CREATE TABLE ${CONTENT} (name TEXT PRIMARY KEY, columns TEXT NOT NULL, rows INTEGER NOT NULL, checksum TEXT NOT NULL)`,
    )
    const about = { format: FORMAT, ...origin, madeAt: new Date(origin.madeAt).toISOString() }
    for (const [name, value] of Object.entries(about)) {
      await run(`INSERT INTO ${ABOUT} VALUES (?, ?)`, [name, value])
    }
  } catch (error) {
    await sqlite.close()
    throw error
  }

  return {
    async addTable(name, columns, pages) {
      const declared = columns.map(
        (column) => `${quoted(column.name)} ${column.kind === 'number' ? 'INTEGER' : 'TEXT'}`,
      )
      const values = columns.map((_, index) => `json_extract(value, '$[${index}]')`)
      await run(`CREATE TABLE ${quoted(name)} (${declared.join(', ')})`)
      const insert = `INSERT INTO ${quoted(name)} SELECT ${values.join(', ')} FROM json_each(?)`
      const sum = createHash('sha256')
      let rows = 0
      await run('BEGIN')
      for await (const page of pages) {
        await run(insert, [`[${addTo(sum, page).join(',')}]`])
        rows += page.length
      }
      await run(`INSERT INTO ${CONTENT} VALUES (?, ?, ?, ?)`, [
        ...[
          name,
          JSON.stringify(columns.map(({ name, kind }) => [name, kind])),
          rows,
          sum.digest('hex'),
        ],
      ])
      await run('COMMIT')
      return rows
    },
    close: () => sqlite.close(),
  }
}
