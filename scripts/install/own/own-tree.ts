import { lchown, lstat, open, readdir, rmdir, unlink } from 'node:fs/promises'
import { type BigIntStats, constants } from 'node:fs'
import { basename, join } from 'node:path'
import { replaceFile } from '../machine/own-file.ts'
import type { OwnerIds } from '../machine/ownership.ts'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'
import { inDirectory } from './held-directory.ts'

export type EntryType = 'file' | 'link' | 'socket' | 'directory' | 'other'

/** Whether Postern made what is at this path. Only directories it says yes to are looked into. */
export type OwnRule = (path: string, type: EntryType) => boolean | Promise<boolean>

/** A file, link or socket as it was found. */
interface OwnFile {
  readonly path: string
  readonly type: EntryType
  /** Differs when another thing, or other content, is at the path later. */
  readonly identity: string
}

/** What Postern made in a directory, and what others put there. */
export interface OwnTree {
  readonly path: string
  readonly files: readonly OwnFile[]
  readonly directories: readonly OwnTree[]
  /** A directory of others stands for all that is in it. */
  readonly foreign: readonly string[]
}

/** Lists a directory by a rule, without following links. undefined where there is none. */
export async function findOwn(path: string, isOwn: OwnRule): Promise<OwnTree | undefined> {
  const found = await unlessMissing(lstat(path))
  return found?.isDirectory() === true ? listDirectory(path, isOwn) : undefined
}

async function listDirectory(path: string, isOwn: OwnRule): Promise<OwnTree> {
  const files: OwnFile[] = []
  const directories: OwnTree[] = []
  const foreign: string[] = []
  for (const name of ((await unlessMissing(readdir(path))) ?? []).sort()) {
    const entry = join(path, name)
    const stats = await unlessMissing(lstat(entry, { bigint: true }))
    if (stats === undefined) continue
    const type = typeOf(stats)
    if (!(await isOwn(entry, type))) foreign.push(entry)
    else if (type === 'directory') directories.push(await listDirectory(entry, isOwn))
    else files.push({ path: entry, type, identity: identityOf(stats) })
  }
  return { path, files, directories, foreign }
}

function typeOf(stats: BigIntStats): EntryType {
  if (stats.isFile()) return 'file'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isDirectory()) return 'directory'
  return stats.isSocket() ? 'socket' : 'other'
}

function identityOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`
}

/** Everything of Postern's in the tree: files, and the directories without anything else in them, the deepest first. */
export function pathsOf(
  tree: OwnTree,
): readonly { readonly path: string; readonly type: EntryType }[] {
  return [
    ...tree.directories.flatMap(pathsOf),
    ...tree.files,
    { path: tree.path, type: 'directory' },
  ]
}

export function foreignIn(tree: OwnTree): readonly string[] {
  return [...tree.foreign, ...tree.directories.flatMap(foreignIn)]
}

/** The tree without one of its files. */
export function withoutFile(tree: OwnTree, path: string): OwnTree {
  return { ...tree, files: tree.files.filter((file) => file.path !== path) }
}

/** False for one that holds nothing but what others put there. */
export function hasOwn({ files, directories, foreign }: OwnTree): boolean {
  if (files.length > 0 || directories.some(hasOwn)) return true
  return directories.length === 0 && foreign.length === 0
}

/**
 * Removes the listed files that are as they were found, and directories when they are empty then. Resolves to what
 * went wrong; what is missing already, or replaced by now, is no fault.
 */
export async function removeOwn(tree: OwnTree): Promise<readonly string[]> {
  return removeAt(tree, tree.path)
}

async function removeAt(tree: OwnTree, at: string): Promise<readonly string[]> {
  const problems = await inDirectory(at, async (inside) => {
    const found: string[] = []
    const removeFiles = async (files: readonly OwnFile[]): Promise<void> => {
      for (const file of files) {
        found.push(...(await faultOf(file.path, removeFile(file, inside(basename(file.path))))))
      }
    }
    // Before what they lead to, so that no one is led to half of it.
    await removeFiles(tree.files.filter(({ type }) => type === 'link'))
    for (const directory of tree.directories) {
      found.push(...(await removeAt(directory, inside(basename(directory.path)))))
    }
    await removeFiles(tree.files.filter(({ type }) => type !== 'link'))
    return found
  })
  return [...(problems ?? []), ...(await faultOf(tree.path, removeIfEmpty(at)))]
}

async function removeFile({ identity }: OwnFile, at: string): Promise<void> {
  const stats = await unlessMissing(lstat(at, { bigint: true }))
  if (stats !== undefined && identityOf(stats) === identity) await unlessMissing(unlink(at))
}

/** Removes a directory unless others have something in it, or use it otherwise. */
export async function removeIfEmpty(path: string): Promise<void> {
  try {
    await unlessMissing(rmdir(path))
  } catch (error) {
    const code = systemErrorCode(error)
    // EBUSY: another file system is mounted there.
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EBUSY') throw error
  }
}

async function faultOf(path: string, work: Promise<void>): Promise<readonly string[]> {
  try {
    await work
    return []
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    return [`${path} cannot be removed (${code})`]
  }
}

/** Gives what Postern made in the tree, and the directories that hold it, to an owner. What others put there stays theirs. */
export async function giveOwn(tree: OwnTree, ids: OwnerIds): Promise<void> {
  await giveAt(tree, tree.path, ids)
}

async function giveAt(tree: OwnTree, at: string, ids: OwnerIds): Promise<void> {
  await inDirectory(at, async (inside) => {
    await lchown(inside('.'), ids.uid, ids.gid)
    for (const { path } of tree.files) await unlessMissing(giveFile(inside(basename(path)), ids))
    for (const directory of tree.directories) {
      await giveAt(directory, inside(basename(directory.path)), ids)
    }
  })
}

/** One that has a second name elsewhere stays its owner's there: in the tree a copy takes its place. */
async function giveFile(at: string, ids: OwnerIds): Promise<void> {
  const found = await lstat(at)
  if (!found.isFile() || found.nlink === 1) {
    await lchown(at, ids.uid, ids.gid)
    return
  }
  const file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { mode } = await file.stat()
    await replaceFile(at, await file.readFile(), { mode: mode & 0o7777, ids })
  } finally {
    await file.close()
  }
}
