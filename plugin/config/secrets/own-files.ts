import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { unlessMissing } from '../system-error.ts'

/** Names in a directory; none where it does not exist. Throws for one that cannot be looked into. */
export async function fileNamesIn(directory: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(directory))) ?? []
}

interface Ownership {
  readonly mode: number
  /** Given to them where root writes; anyone else's files are their own. */
  readonly uid: number
  readonly gid: number
}

/** Replaces a file in one step, so that a reader sees the old or the new text, and never for others before it is theirs. */
export async function replaceFile(
  path: string,
  content: string | Buffer,
  { mode, uid, gid }: Ownership,
): Promise<void> {
  const unfinished = `${path}.new`
  await rm(unfinished, { force: true })
  await writeFile(unfinished, content, { mode, flag: 'wx' })
  if (process.geteuid?.() === 0) await chown(unfinished, uid, gid)
  await rename(unfinished, path)
}
