import { readFile, rm, stat } from 'node:fs/promises'
import { replaceFile } from '../machine/own-file.ts'
import { findSessionLines, withSessionLines } from '../../../plugin/config/session-lines.ts'

/** The text of a configuration of PHP, byte by byte: it may be in any encoding. */
export function readPhpText(path: string): Promise<string> {
  return readFile(path, 'latin1')
}

/** Where the configuration is kept as it was before our lines came. */
export function backupOf(path: string): string {
  return `${path}.before-postern`
}

/** Puts these lines into the file, in one step, with its mode and owner; a copy of what was there before comes first. */
export async function writeSessionLines(path: string, lines: string): Promise<void> {
  const text = await readPhpText(path)
  if (findSessionLines(text) === undefined) await replaceLike(path, backupOf(path), text)
  await replaceLike(path, path, withSessionLines(text, Buffer.from(lines).toString('latin1')))
}

interface TakenOut {
  /** The line end in front of them is ours as well. */
  readonly addedLineEnd: boolean
}

/** Takes our lines out of the file; what else was changed in it since stays. The copy of before goes with them. */
export async function removeSessionLines(path: string, { addedLineEnd }: TakenOut): Promise<void> {
  const text = await readPhpText(path)
  const found = findSessionLines(text)
  if (found !== undefined) {
    const rest = withSessionLines(text, undefined)
    const wasLast = found.from === rest.length
    await replaceLike(path, path, addedLineEnd && wasLast ? rest.replace(/\n$/, '') : rest)
  }
  await rm(backupOf(path), { force: true })
}

async function replaceLike(model: string, path: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(model)
  const ids = process.getuid?.() === 0 ? { uid, gid } : undefined
  await replaceFile(path, Buffer.from(text, 'latin1'), { mode: mode & 0o7777, ids })
}
