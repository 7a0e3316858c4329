import { chown, open, rename, rm } from 'node:fs/promises'
import type { OwnerIds } from './ownership.ts'

/** Where a thing is made before it takes its place. What is found there was never finished. */
export function unfinishedPath(path: string): string {
  return `${path}.postern-new`
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
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.chmod(mode)
    if (ids !== undefined) await chown(fresh, ids.uid, ids.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}
