import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/** What a file that only its owner may touch holds. */
export type PrivateFile =
  | { readonly kind: 'missing' }
  /** A link, another kind of file, another owner or mode, or too large: somebody else may have made it. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'read'; readonly text: string; readonly writtenAt: number }

/** A session is some hundred bytes; a page of them is no session. */
const MAX_BYTES = 64 * 1024

/**
 * Reads a file of mode 0600 and the given owner, never through a symbolic link. Rejects when the file
 * could not be looked at, which says nothing about it.
 */
export async function readPrivateFile(path: string, ownerUid: number): Promise<PrivateFile> {
  let file: FileHandle
  try {
    // O_NONBLOCK: a named pipe in its place must not hold us up.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return { kind: 'missing' }
    if (code === 'ELOOP' || code === 'ENXIO') return { kind: 'untrusted' }
    throw error
  }
  try {
    // Asked of the open file, so that nobody can swap it in between.
    const { mode, uid, size, mtimeMs } = await file.stat()
    // Type and permissions in one: a regular file, 0600, without set-id bits.
    const isOurs = mode === (constants.S_IFREG | 0o600) && uid === ownerUid && size <= MAX_BYTES
    if (!isOurs) return { kind: 'untrusted' }
    return { kind: 'read', text: await file.readFile('utf8'), writtenAt: mtimeMs }
  } finally {
    await file.close()
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
