import { createHash } from 'node:crypto'
import { lstat, readFile, readdir, readlink } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * Every path below a folder with its kind, mode and content, one line each: as `find` would list it, and a
 * little more. Two equal listings are the same tree.
 */
export async function listTree(folder: string): Promise<readonly string[]> {
  const lines: string[] = []
  const visit = async (path: string): Promise<void> => {
    const stats = await lstat(path)
    const name = relative(folder, path)
    const mode = (stats.mode & 0o7777).toString(8)
    if (stats.isSymbolicLink()) {
      lines.push(`${name} -> ${await readlink(path)}`)
      return
    }
    if (!stats.isDirectory()) {
      lines.push(`${name} ${mode} ${stats.isFile() ? await hashOf(path) : ''}`)
      return
    }
    lines.push(`${name}/ ${mode}`)
    for (const entry of (await readdir(path)).sort()) await visit(join(path, entry))
  }
  await visit(folder)
  return lines
}

/** By everything that a write changes: tests list the same thousands of files again and again. */
const hashes = new Map<string, string>()

async function hashOf(path: string): Promise<string> {
  const { dev, ino, size, ctimeNs } = await lstat(path, { bigint: true })
  const key = `${dev} ${ino} ${size} ${ctimeNs}`
  const cached = hashes.get(key)
  if (cached !== undefined) return cached
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  hashes.set(key, hash)
  return hash
}
