import { constants, open, type FileHandle } from 'node:fs/promises'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'

/**
 * Holds a directory open and passes `work` the path of a name in it: whatever the path of the directory leads to
 * meanwhile, the name is looked up in this one (proc_pid_fd(5)). A link is not followed. Resolves to undefined where
 * there is no directory.
 */
export async function inDirectory<T>(
  path: string,
  work: (inside: (name: string) => string) => Promise<T>,
): Promise<T | undefined> {
  const handle = await openDirectory(path)
  if (handle === undefined) return undefined
  try {
    return await work((name) => `/proc/self/fd/${handle.fd}/${name}`)
  } finally {
    await handle.close()
  }
}

async function openDirectory(path: string): Promise<FileHandle | undefined> {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants
  try {
    return await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined
    throw error
  }
}
