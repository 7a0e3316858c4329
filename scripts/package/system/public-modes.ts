import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Lets everybody read what a package holds, and run what its owner may run, whatever umask it was put together under. */
export async function letEverybodyRead(root: string): Promise<void> {
  await chmod(root, 0o755)
  for (const entry of await readdir(root, { withFileTypes: true, recursive: true })) {
    // Of a link only what it leads to has a mode.
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const isOpened = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0
    await chmod(path, isOpened ? 0o755 : 0o644)
  }
}
