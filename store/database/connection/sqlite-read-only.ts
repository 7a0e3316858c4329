import { existsSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type DatabaseConnection, openKnex } from './connection.ts'
import { waitWhenBusy } from './sqlite.ts'

/** An SQLite file that is only read: neither the file nor anything beside it is made or changed. */
export async function openSqliteReadOnly(
  path: string,
  busyTimeoutMs: number,
): Promise<Pick<DatabaseConnection, 'knex' | 'close'>> {
  // Even a reader makes a write-ahead log (sqlite.org/wal.html, "Read-Only Databases"). Without one nobody has the file open.
  const isAtRest = (await isInWalMode(path)) && !existsSync(`${path}-wal`)
  const filename = `${pathToFileURL(path).href}?mode=ro${isAtRest ? '&immutable=1' : ''}`
  const knex = openKnex('sqlite3', {
    client: 'sqlite3',
    connection: { filename, flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    pool: { min: 0, max: 1, afterCreate: waitWhenBusy(busyTimeoutMs) },
  })
  return { knex, close: () => knex.destroy() }
}

/** By the version that a writer must know (sqlite.org/fileformat.html, 1.3.3): SQLite would take a lock to tell it. */
export async function isInWalMode(path: string): Promise<boolean> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, 18)
    return bytesRead === 1 && buffer[0] === 2
  } catch {
    // SQLite meets the same fault, and has a code for it.
    return false
  } finally {
    await file?.close()
  }
}
