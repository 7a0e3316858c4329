import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Name of the list in a release, in the form `sha256sum --check` reads. */
export const CHECKSUM_FILE = 'SHA256SUMS'

/** Writes the list for every file below the directory. */
export async function writeChecksums(directory: string): Promise<void> {
  const lines: string[] = []
  for (const path of await listFiles(directory)) {
    lines.push(`${await hashFile(join(directory, path))}  ${path}\n`)
  }
  await writeFile(join(directory, CHECKSUM_FILE), lines.join(''))
}

/** Files that differ from the list, are missing, or that the list does not know. Throws when there is no list. */
export async function findDamagedFiles(directory: string): Promise<readonly string[]> {
  const listed = parseChecksums(await readFile(join(directory, CHECKSUM_FILE), 'utf8'))
  const damaged: string[] = []
  for (const path of await listFiles(directory)) {
    const expected = listed.get(path)
    listed.delete(path)
    if (expected !== (await hashFile(join(directory, path)))) damaged.push(path)
  }
  return [...damaged, ...listed.keys()]
}

function parseChecksums(text: string): Map<string, string> {
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

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
