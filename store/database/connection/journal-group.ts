import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { lchown, link, lstat, open, realpath, rm, stat } from 'node:fs/promises'
import { systemErrorCode } from '../../file/system-error.ts'
import { isInWalMode } from '../../sql/read-only-uri.ts'

/** What SQLite makes beside a file in WAL mode, and removes when the last program closes the file. */
const WAL_SUFFIXES = ['-wal', '-shm'] as const

/** A database file and who may use it. */
interface SharedFile {
  /** Without links: SQLite puts its files beside the file itself. */
  readonly path: string
  readonly owner: Stats
}

/**
 * Makes the write-ahead log and its index with group and mode of the database file, where they are missing. SQLite gives them
 * the file's mode, but its group only as root: a program that shares the file through its group could not open them.
 * To be called while this process has no handle on the file: closing one drops all its locks (fcntl(2), "Advisory record locking").
 */
export async function makeWalFiles(path: string): Promise<void> {
  const file = await sharedFile(path)
  // In another journal mode they would be taken for a log that belongs to the file.
  if (file === undefined || !(await isInWalMode(file.path))) return
  for (const suffix of WAL_SUFFIXES) await makeUnlessThere(file.path + suffix, file.owner)
}

/** Gives those that SQLite made after all, e.g. when another program has just removed them, the group of the database file. */
export async function alignWalFiles(path: string): Promise<void> {
  await alignFiles(path, WAL_SUFFIXES)
}

async function alignFiles(path: string, suffixes: readonly string[]): Promise<void> {
  const file = await sharedFile(path)
  if (file === undefined) return
  for (const suffix of suffixes) {
    const found = await unlessRefused(lstat(file.path + suffix))
    if (found?.gid === file.owner.gid || !isMadeHere(found)) continue
    // The mode follows the file already. Never through a link: who shares the directory could name any file of ours.
    await unlessRefused(lchown(file.path + suffix, found.uid, file.owner.gid))
  }
}

/**
 * Gives the rollback journal of a file in another journal mode the group of the file: after a kill anyone who opens the file next
 * rolls it back (sqlite.org/lockingv3.html, "Dealing with hot journals"), and could not open it either.
 */
export async function alignRollbackJournal(path: string): Promise<void> {
  await alignFiles(path, ['-journal'])
}

/** Whether SQLite gives what it makes beside the file another group than the file has. */
export async function isOfAnotherGroup(path: string): Promise<boolean> {
  const file = await sharedFile(path)
  return file !== undefined && file.owner.gid !== process.getegid?.()
}

/** Undefined when the file is missing, and for root, whose files SQLite gives the owner of the database itself. */
async function sharedFile(path: string): Promise<SharedFile | undefined> {
  if (process.geteuid?.() === 0) return undefined
  const real = await unlessRefused(realpath(path))
  const owner = real === undefined ? undefined : await unlessRefused(stat(real))
  return real === undefined || owner === undefined ? undefined : { path: real, owner }
}

function isMadeHere(found: Stats | undefined): found is Stats {
  return found?.isFile() === true && found.uid === process.geteuid?.() && found.nlink === 1
}

/** Appears with its group and mode at once; a file that another program has made meanwhile stays. */
async function makeUnlessThere(path: string, { gid, mode }: Stats): Promise<void> {
  if ((await unlessRefused(lstat(path))) !== undefined) return
  const made = `${path}.${randomUUID()}`
  const handle = await unlessRefused(open(made, 'wx', 0o600))
  if (handle === undefined) return
  try {
    await handle.chown(-1, gid)
    await handle.chmod(mode & 0o777)
    await link(made, path)
  } catch (error) {
    // This user is not of that group, or someone was faster: SQLite opens what is there, or makes it.
    if (systemErrorCode(error) === undefined) throw error
  } finally {
    await handle.close()
    await rm(made, { force: true })
  }
}

/** Undefined when the system refuses: SQLite meets the same fault, and has a code for it. */
async function unlessRefused<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error
    return undefined
  }
}
