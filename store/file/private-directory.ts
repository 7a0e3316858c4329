import { mkdir } from 'node:fs/promises'

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
