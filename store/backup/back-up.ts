import { dirname } from 'node:path'
import { parseDatabaseUrl } from '../database/connection/connection.ts'
import { listTables } from '../database/schema/tables.ts'
import { openBackup } from './open-backup.ts'
import { writeBackup, type BackupWriter } from './write-backup.ts'
import { BackupFault } from './fault.ts'
import { addFiles, type BackupFile } from './files.ts'
import { makeNewFile } from './new-file.ts'
import { columnsOf, readRows } from './rows.ts'
import { openSource } from './source.ts'
import { backupTables } from './tables.ts'

interface BackUpOptions {
  /** `database.url`, with its password. */
  readonly url: string
  /** The backup that is made. */
  readonly file: string
  /** What goes along; requested after the rows were read, so that no row is sealed under a key that is not in it. */
  readonly files: () => Promise<readonly BackupFile[]>
  readonly release: string
  readonly now: () => number
  /** Limit of one question to the database. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** How many rows of a table are in a backup. */
export interface TableCount {
  readonly name: string
  readonly rows: number
}

/**
 * Writes Postern's rows of one moment to a new file, and checks it. Holds no lock that another program would meet. Throws
 * BackupFault, StoreUnavailable, MissingDriver, or what the system says of the file.
 */
export async function backUp(options: BackUpOptions): Promise<readonly TableCount[]> {
  let counts: readonly TableCount[] = []
  await makeNewFile(options.file, async (unfinished) => {
    counts = await write(unfinished, options)
    await (await openBackup(unfinished)).close()
    options.signal.throwIfAborted()
  })
  return counts
}

async function write(path: string, options: BackUpOptions): Promise<readonly TableCount[]> {
  const { url, files, release, now, timeoutMs, signal } = options
  const target = parseDatabaseUrl(url)
  const source = await openSource(target, { directory: dirname(path), timeoutMs, signal })
  try {
    const writer = await writeBackup(path, { madeAt: now(), release, engine: target.dialect })
    try {
      const counts = await source.atOneMoment((at) => writeTables(at, writer, options))
      await addFiles(writer, await files())
      return counts
    } finally {
      await writer.close()
    }
  } finally {
    await source.close()
  }
}

async function writeTables(
  { knex, dialect }: Parameters<typeof readRows>[0],
  writer: BackupWriter,
  { timeoutMs, signal }: BackUpOptions,
): Promise<readonly TableCount[]> {
  const there = new Set(await listTables({ knex, dialect }))
  if (!backupTables.every(({ name }) => there.has(name))) {
    throw new BackupFault(
      'the database has no tables of this release: Postern makes them at its start',
    )
  }
  const counts: TableCount[] = []
  for (const table of backupTables) {
    const columns = await columnsOf(knex, table.name)
    const pages = readRows({ knex, dialect }, { table, columns, timeoutMs, signal })
    const rows = await writer.addTable(table.name, columns, pages)
    counts.push({ name: table.name, rows })
  }
  return counts
}
