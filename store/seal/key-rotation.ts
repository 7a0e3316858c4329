import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, listKids } from './keys.ts'

/** What a rotation did, by key id. */
export interface KeyRotation {
  readonly added: string
  /** Keys no living session can be sealed under any more. */
  readonly removed: readonly string[]
  readonly kept: readonly string[]
}

/**
 * Adds a master key that seals from now on. The others go on opening; one is removed when its
 * successor is older than `keepMs`, the longest life of a session.
 */
export async function rotateKeys(
  directory: string,
  { keepMs, now }: { readonly keepMs: number; readonly now: () => number },
): Promise<KeyRotation> {
  const before = await listKids(directory)
  const added = await createKey(directory, now)
  const after = await listKids(directory)
  if (after.at(-1) !== added) {
    await rm(keyPath(directory, added))
    throw new Error(`${directory} holds a key whose name sorts after ${added}: rename it first`)
  }

  const removed: string[] = []
  for (const [place, kid] of before.entries()) {
    const successor = before[place + 1]
    if (successor === undefined) break
    const { mtimeMs } = await stat(keyPath(directory, successor))
    if (now() - mtimeMs <= keepMs) break
    await rm(keyPath(directory, kid))
    removed.push(kid)
  }
  return { added, removed, kept: before.filter((kid) => !removed.includes(kid)) }
}

/** Ages and modes of the key files, newest last; what an examination of the installation asks for. */
export async function examineKeys(
  directory: string,
): Promise<readonly { readonly path: string; readonly mode: number; readonly madeAt: number }[]> {
  const names = (await readdir(directory)).filter((name) => /\.(key|secret)$/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const path = join(directory, name)
      const { mode, mtimeMs } = await stat(path)
      return { path, mode: mode & 0o777, madeAt: mtimeMs }
    }),
  )
}

function keyPath(directory: string, kid: string): string {
  return join(directory, `${kid}.key`)
}
