import { constants, createWriteStream } from 'node:fs'
import { lstat, mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { systemErrorCode, unlessMissing } from '../file/system-error.ts'
import { RoundcubeFault } from './fault.ts'

/** An SQLite file of someone else, as it was at one moment. */
export interface PrivateCopy {
  readonly path: string
  remove(): Promise<void>
}

interface PrivateCopyOptions {
  readonly maxBytes: number
  /** Numeric user id whose file it must be; undefined: any user's. */
  readonly owner?: number | undefined
  /** Where the copy is made; by default where temporary files are. */
  readonly directory?: string
}

/** Roundcube commits within milliseconds; a writer that takes seconds makes the copy fail. */
const ATTEMPTS = 20
const PAUSE_MS = 250
/** A file system may give two writes one time when they follow each other sooner. */
const QUIET_MS = 100

/** The file, and what belongs to it: what undoes a transaction that has not ended, and what the file has not got yet. */
const PARTS = ['', '-journal', '-wal'] as const

/**
 * Copies an SQLite file and its journals into a directory of this user alone. SQLite never opens the file itself: no lock is
 * taken that Roundcube would meet, nothing is written beside it, and a link that is put in its place meanwhile is not
 * followed. Throws RoundcubeFault.
 */
export async function copyPrivately(
  path: string,
  options: PrivateCopyOptions,
): Promise<PrivateCopy> {
  const directory = await mkdtemp(join(options.directory ?? tmpdir(), 'postern-copy-'))
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

/**
 * False when a user wrote meanwhile. What a writer leaves between two writes is whole for SQLite: it finds in the journal
 * what the transaction has changed so far (sqlite.org, "Atomic Commit In SQLite", 4.2).
 */
async function isCopiedWhole(
  path: string,
  copy: string,
  options: PrivateCopyOptions,
): Promise<boolean> {
  const before = await stampsOf(path)
  if (before === undefined) return false
  for (const part of PARTS) {
    const file = await openPlain(`${path}${part}`, options)
    if (file === undefined && part === '') throw new RoundcubeFault('missing', path)
    try {
      if (file === undefined) await rm(`${copy}${part}`, { force: true })
      else await copyTo(file, `${copy}${part}`)
    } finally {
      await file?.close()
    }
  }
  return (await stampsOf(path)) === before
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
    // A second name of someone else's file would make it theirs.
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

/** Another text after every write; undefined within moments of one. */
async function stampsOf(path: string): Promise<string | undefined> {
  const stamps = await Promise.all(PARTS.map((part) => stampOf(`${path}${part}`)))
  const newestMs = Math.max(...stamps.map(({ changedMs }) => changedMs))
  if (Math.abs(Date.now() - newestMs) < QUIET_MS) return undefined
  return stamps.map(({ text }) => text).join(' ')
}

async function stampOf(
  path: string,
): Promise<{ readonly text: string; readonly changedMs: number }> {
  const found = await unlessMissing(lstat(path, { bigint: true }))
  if (found === undefined) return { text: 'none', changedMs: 0 }
  const { ino, size, mtimeNs, mtimeMs } = found
  return { text: `${ino}.${size}.${mtimeNs}`, changedMs: Number(mtimeMs) }
}

async function copyTo(file: FileHandle, path: string): Promise<void> {
  await pipeline(
    file.createReadStream({ start: 0, autoClose: false }),
    createWriteStream(path, { mode: 0o600 }),
  )
}
