import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Name of the list in a release, in the form `sha256sum --check` reads. */
export const CHECKSUM_FILE = 'SHA256SUMS'

/** Files that are read at one time. */
const PARALLEL_READS = 16

/** Writes the list for every file below the directory. */
export async function writeChecksums(directory: string): Promise<void> {
  const hashes = await hashFiles(directory)
  const lines = [...hashes].map(([path, hash]) => `${hash}  ${path}\n`)
  await writeFile(join(directory, CHECKSUM_FILE), lines.join(''))
}

/** Files that differ from the list, are missing, or that the list does not know. Throws when there is no list. */
export async function findDamagedFiles(directory: string): Promise<readonly string[]> {
  const listed = parseChecksums(await readFile(join(directory, CHECKSUM_FILE), 'utf8'))
  const found = await hashFiles(directory)
  const damaged = [...found].filter(([path, hash]) => listed.get(path) !== hash)
  const missing = [...listed.keys()].filter((path) => !found.has(path))
  return [...damaged.map(([path]) => path), ...missing]
}

/** Hashes by path, of a list. */
export function parseChecksums(text: string): Map<string, string> {
  const listed = new Map<string, string>()
  for (const line of text.split('\n')) {
    const match = /^([0-9a-f]{64}) {2}(.+)$/.exec(line)
    if (match?.[1] !== undefined && match[2] !== undefined) listed.set(match[2], match[1])
  }
  return listed
}

/** Relative paths of all files but the list itself, sorted; a link counts as a file and fails its hash. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((path) => path !== CHECKSUM_FILE)
    .sort()
}

/** Path and hash of every file, in the order of the paths. */
async function hashFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  const paths = await listFiles(directory)
  const hashes = new Map<string, string>()
  for (let at = 0; at < paths.length; at += PARALLEL_READS) {
    const some = paths.slice(at, at + PARALLEL_READS)
    const found = await Promise.all(some.map((path) => hashFile(join(directory, path))))
    for (const [index, path] of some.entries()) hashes.set(path, found[index] ?? '')
  }
  return hashes
}

/** No file of a release is larger than a few MiB: each is read whole. */
async function hashFile(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
}
