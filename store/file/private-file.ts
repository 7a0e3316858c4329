import { chmod, open, readdir, stat, mkdir } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { StoreLog } from '../observer/observer.ts'

/** Names and addresses, sessions: no one else's business. */
const PRIVATE_MODE = 0o600

/**
 * Makes the file for this user alone, if it is missing. SQLite gives its journals the mode of the file.
 * A place where nothing can be made is left to who opens it, and says why. So is a directory of another user: a file of that name is
 * theirs to make or to restored, and they could not open ours.
 */
export async function createPrivateFile(path: string): Promise<void> {
  try {
    const { uid } = await stat(dirname(path))
    const user = process.geteuid?.()
    // What root makes for a service, root gives to it.
    if (user !== 0 && uid !== 0 && uid !== user) return
    await (await open(path, 'wx', PRIVATE_MODE)).close()
  } catch {
    // It is there already, or opening it fails with an error of its own.
  }
}

/** Whether this user has made the file; also false for one that is missing. */
export async function isOwnFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined) // Who opens it says why it cannot be.
  return found?.uid === process.geteuid?.()
}

interface PrivateFileOptions {
  /** What is in it belongs to this program alone. */
  readonly privateDirectory: string | undefined
  readonly log: Pick<StoreLog, 'warn'>
}

/**
 * Takes from others what they may do with an SQLite file, its journals and its damaged copies, as an
 * earlier version or a copied backup left them. A file elsewhere may be shared with another program on
 * purpose: that is reported and left as it is.
 */
export async function keepPrivate(
  path: string,
  { privateDirectory, log }: PrivateFileOptions,
): Promise<void> {
  const isOurs = privateDirectory !== undefined && isWithin(privateDirectory, path)
  for (const { file, mode } of await filesOpenToOthers(path)) {
    const fields = { file, mode: mode.toString(8) }
    if (!isOurs) {
      log.warn(fields, 'others can read the database: chmod it unless they have to')
      continue
    }
    try {
      await chmod(file, PRIVATE_MODE)
    } catch (err) {
      log.warn({ ...fields, err }, 'others can read a file of ours, and its mode cannot be changed')
    }
  }
}

/** An SQLite file, its journals and damaged copies, of those which others may read or write. */
export async function filesOpenToOthers(
  path: string,
): Promise<readonly { readonly file: string; readonly mode: number }[]> {
  const files = await Promise.all(
    (await filesOf(path)).map(async (file) => ({ file, mode: await modeOf(file) })),
  )
  return files.filter(({ mode }) => (mode & 0o077) !== 0)
}

async function filesOf(path: string): Promise<readonly string[]> {
  const directory = dirname(path)
  const name = basename(path)
  try {
    const names = await readdir(directory)
    return names
      .filter((other) => other === name || JOURNAL_OR_COPY.test(other.slice(name.length)))
      .filter((other) => other.startsWith(name))
      .sort()
      .map((other) => join(directory, other))
  } catch {
    // A directory that cannot be read holds nothing of ours; opening the file there reports it.
    return []
  }
}

const JOURNAL_OR_COPY = /^(?:-(?:wal|shm|journal)|\.corrupt-[0-9]+(?:-(?:wal|shm|journal))?)$/

/** Permission bits; none for what is missing by now. */
async function modeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).mode & 0o777
  } catch {
    // Journals come and go.
    return 0
  }
}

function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path)
  return way !== '' && !way.startsWith('..')
}

/** Makes the directory and its parents for this user alone, if it is missing. Throws the system's error. */
export async function makePrivateDirectory(path: string): Promise<void> {
  const mode = 0o700
  try {
    await mkdir(path, { recursive: true, mode })
  } catch {
    // Node says ENOENT also of a disk that is full or read-only; without its parents it says which.
    await mkdir(path, { mode })
  }
}
