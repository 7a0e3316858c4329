import { chmod, copyFile, mkdir, readdir, readlink, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that are copied at one time. */
const PARALLEL_COPIES = 16

/**
 * Copies a folder with everything in it to a path where nothing is yet, or nothing but the `present` files; modes are kept, links lead to what they name. Node's
 * own `cp` looks at every folder above each file again, which is most of the work for thousands of files.
 */
export async function copyTree(
  from: string,
  to: string,
  present: readonly string[] = [],
): Promise<void> {
  await mkdir(to, { recursive: present.length > 0 })
  const entries = await readdir(from, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  const others = entries.filter((entry) => !entry.isDirectory() && !present.includes(entry.name))
  for (let at = 0; at < others.length; at += PARALLEL_COPIES) {
    const some = others.slice(at, at + PARALLEL_COPIES)
    const copies = some.map((entry) => {
      const copy = entry.isSymbolicLink() ? copyLink : copyFile
      return copy(join(from, entry.name), join(to, entry.name))
    })
    // Also when one fails: what is still being written could not be rolled back.
    await Promise.allSettled(copies)
    await Promise.all(copies)
  }
  for (const { name } of folders) await copyTree(join(from, name), join(to, name))
  // At last, and not by mkdir: the umask would take something away, and a mode may forbid to write.
  await chmod(to, (await stat(from)).mode & 0o7777)
}

async function copyLink(from: string, to: string): Promise<void> {
  await symlink(await readlink(from), to)
}
