import { existsSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'

/**
 * The URI by which SQLite reads a file and makes nothing beside it. To be called while this process has no handle on the file:
 * closing one drops all its locks (fcntl(2), "Advisory record locking").
 */
export async function readOnlyUri(path: string): Promise<string> {
  // Even a reader makes a write-ahead log, and leaves it (sqlite.org/wal.html, "Read-Only Databases"). Without one no one has the file open.
  const isAtRest = (await isInWalMode(path)) && !existsSync(`${path}-wal`)
  return `${pathToFileURL(path).href}?mode=ro${isAtRest ? '&immutable=1' : ''}`
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
