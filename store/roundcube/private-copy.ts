import { constants, createWriteStream } from 'node:fs'
import { mkdtemp, open, rm, stat, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { systemErrorCode } from '../file/private-file.ts'
import { RoundcubeFault } from './fault.ts'

/** An SQLite file of somebody else, as it was at one moment. */
export interface PrivateCopy {
  readonly path: string
  remove(): Promise<void>
}

interface PrivateCopyOptions {
  readonly maxBytes: number
  /** Numeric user id whose file it must be; undefined: anybody's. */
  readonly owner?: number | undefined
}

/** Roundcube commits within milliseconds; who writes for seconds is asked to come back. */
const ATTEMPTS = 20
const PAUSE_MS = 250

/**
 * Copies an SQLite file and its write-ahead log into a directory of this user alone. SQLite never opens the
 * file itself: no lock is taken that Roundcube would meet, no journal is written beside it, and a link that is put in its place
 * meanwhile is not followed. Throws RoundcubeFault.
 */
export async function copyPrivately(
  path: string,
  options: PrivateCopyOptions,
): Promise<PrivateCopy> {
  const directory = await mkdtemp(join(tmpdir(), 'postern-roundcube-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  const copy = join(directory, 'copy.db')
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      if (attempt > 0) await wait(PAUSE_MS)
      if (await isCopiedWhole(path, copy, options)) return { path: copy, remove }
    }
    throw new RoundcubeFault('busy', `${path} is being written`)
  } catch (error) {
    await remove()
    throw error
  }
}

/** False when somebody wrote meanwhile: the copy may hold half of it. */
async function isCopiedWhole(
  path: string,
  copy: string,
  options: PrivateCopyOptions,
): Promise<boolean> {
  // A rollback journal is there from before the first page is written until the last one is.
  if (await isFilled(`${path}-journal`)) return false
  const file = await openPlain(path, options)
  if (file === undefined) throw new RoundcubeFault('missing', path)
  const log = await openPlain(`${path}-wal`, options)
  try {
    const before = await stamps(file, log)
    await copyTo(file, copy)
    if (log === undefined) await rm(`${copy}-wal`, { force: true })
    else await copyTo(log, `${copy}-wal`)
    const isSame = (await stamps(file, log)) === before
    return isSame && !(await isFilled(`${path}-journal`))
  } finally {
    await file.close()
    await log?.close()
  }
}

/** Opens a plain file and no link; undefined where there is none. */
async function openPlain(
  path: string,
  { maxBytes, owner }: PrivateCopyOptions,
): Promise<FileHandle | undefined> {
  let file: FileHandle
  try {
    // Without waiting for the other end of what may be a pipe.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
    file = await open(path, flags)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') throw new RoundcubeFault('not_a_file', `${path} is a link`)
    throw error
  }
  try {
    const { size, uid, nlink } = await file.stat()
    if (!(await file.stat()).isFile()) throw new RoundcubeFault('not_a_file', path)
    // A second name of somebody else's file would make it theirs.
    if (owner !== undefined && (uid !== owner || nlink > 1)) {
      throw new RoundcubeFault('not_a_file', `${path} belongs to somebody else`)
    }
    if (size > maxBytes) throw new RoundcubeFault('too_large', `${path} has ${size} bytes`)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Another value after every write. */
async function stamps(file: FileHandle, log: FileHandle | undefined): Promise<string> {
  const own = await file.stat({ bigint: true })
  const ofLog = await log?.stat({ bigint: true })
  return `${own.mtimeNs} ${own.size} ${ofLog?.mtimeNs} ${ofLog?.size}`
}

async function copyTo(file: FileHandle, path: string): Promise<void> {
  await pipeline(
    file.createReadStream({ start: 0, autoClose: false }),
    createWriteStream(path, { mode: 0o600 }),
  )
}

async function isFilled(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size > 0
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false
    throw error
  }
}
