import { lstat, readFile, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../../plugin/config/corrupt-file.ts'
import { CHECKSUM_FILE, parseChecksums } from '../machine/checksums.ts'
import { formerPath, unfinishedPath } from '../machine/own-file.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { findOwn, removeOwn, type OwnRule } from './own-tree.ts'

/** The list that every release has and its own manifest is in. */
const MANIFEST = 'plugin.manifest.json'
/** The Node that a user has put into a package (plugin/docs/admin-guide.md). */
const NODE_OF_RELEASE = 'runtime/bin/node'
/** Packages of before had it without a file in it, and a list names files. */
const EMPTY_DIRECTORY = 'plugin/docs/screenshots'
const VERSION = /^\d+\.\d+\.\d+[\w.+-]*$/
const manifestSchema = z.object({ version: z.string() })

/**
 * What belongs to the release in this directory: the files of its own list, and of `otherList` where it has none any
 * more. A release holds no links: one that stands for a file or a directory of it was put there by others.
 */
export async function releaseRule(directory: string, otherList = ''): Promise<OwnRule> {
  const text = (await listIn(directory)) ?? otherList
  const files = new Set([CHECKSUM_FILE, unfinishedPath(CHECKSUM_FILE)])
  const directories = new Set(['', EMPTY_DIRECTORY])
  for (const path of [NODE_OF_RELEASE, ...parseChecksums(text).keys()].filter(isWithin)) {
    files.add(path)
    for (let at = dirname(path); at !== '.'; at = dirname(at)) directories.add(at)
  }
  return (path, type) => {
    if (path !== directory && !path.startsWith(`${directory}/`)) return false
    const name = path.slice(directory.length + 1)
    return type === 'directory' ? directories.has(name) : type === 'file' && files.has(name)
  }
}

/** A list that names `..` or a path from the root is no list of ours. */
function isWithin(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

/** The list of a release; undefined where it has none, or the directory is none. */
export async function listIn(directory: string): Promise<string | undefined> {
  if ((await unlessMissing(lstat(directory)))?.isDirectory() !== true) return undefined
  const list = join(directory, CHECKSUM_FILE)
  if ((await unlessMissing(lstat(list)))?.isFile() !== true) return undefined
  return readFile(list, 'utf8')
}

/**
 * Paths of all releases in the folder of releases, also of those half copied or set aside. Copies that others made there
 * are none. One that tells nothing of itself any more is one when it is among the `recorded`.
 */
export async function findReleases(
  releases: string,
  recorded: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const paths = ((await unlessMissing(readdir(releases))) ?? []).map((name) => join(releases, name))
  const areReleases = await Promise.all(
    paths.map(async (path) => recorded.has(path) || (await isRelease(path))),
  )
  return paths.filter((_, index) => areReleases[index] === true)
}

async function isRelease(path: string): Promise<boolean> {
  const version = basename(path).replace(/\.postern-(new|old)$/, '')
  if (!VERSION.test(version)) return false
  if ((await unlessMissing(lstat(path)))?.isDirectory() !== true) return false
  const text = await unlessMissing(readManifestText(join(path, MANIFEST)))
  const manifest = manifestSchema.safeParse(jsonOf(text ?? ''))
  if (manifest.success) return manifest.data.version === version
  // Half gone, or half copied.
  return (await listIn(path)) !== undefined
}

async function readManifestText(path: string): Promise<string> {
  return (await lstat(path)).isFile() ? readFile(path, 'utf8') : ''
}

/** Removes the files of a release by its list; what others put there stays, with the directories above it. */
export async function removeRelease(path: string): Promise<void> {
  const tree = await findOwn(path, await releaseRule(path))
  if (tree === undefined) return
  const [problem] = await removeOwn(tree)
  if (problem !== undefined) throw new Error(problem)
}

/** Removes what is left of an unfinished or former copy. Throws when others have something in it. */
export async function makeRoomFor(path: string): Promise<void> {
  for (const left of [unfinishedPath(path), formerPath(path)]) {
    await removeRelease(left)
    if ((await unlessMissing(lstat(left))) === undefined) continue
    throw new Error(`${left} is in the way, with files that Postern did not make: move it away`)
  }
}
