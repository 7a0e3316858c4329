import { chown, open, rename, rm, readFile } from 'node:fs/promises'
import type { OwnerIds } from './ownership.ts'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'

/** Where a thing is made before it takes its place. What is found there was never finished. */
export function unfinishedPath(path: string): string {
  return `${path}.postern-new`
}

/** Where a tree waits while another one has taken its place. */
export function formerPath(path: string): string {
  return `${path}.postern-old`
}

/** Puts a whole file in place in one step, durable, with its mode and owner: never half of it, never readable before. */
export async function replaceFile(
  path: string,
  content: string | Buffer,
  { mode, ids }: { readonly mode: number; readonly ids: OwnerIds | undefined },
): Promise<void> {
  const fresh = unfinishedPath(path)
  try {
    await writeFresh(fresh, content, { mode, ids })
    await rename(fresh, path)
  } catch (error) {
    // Of a full disk nothing may be left behind.
    await rm(fresh, { force: true })
    throw error
  }
}

async function writeFresh(
  fresh: string,
  content: string | Buffer,
  { mode, ids }: { readonly mode: number; readonly ids: OwnerIds | undefined },
): Promise<void> {
  await rm(fresh, { force: true })
  // Never through a link that a user put there.
  const file = await open(fresh, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.chmod(mode)
    if (ids !== undefined) await chown(fresh, ids.uid, ids.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The text of a file that an installer wrote; undefined where there is none. Throws CorruptFile. */
export async function readOwnFile(path: string, remedy: string): Promise<string | undefined> {
  try {
    return await unlessMissing(readFile(path, 'utf8'))
  } catch (cause) {
    const code = systemErrorCode(cause)
    if (code === undefined) throw cause
    throw new CorruptFile(path, `cannot be read (${code})`, remedy, { cause })
  }
}
