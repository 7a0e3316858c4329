import { lstat, readFile, readlink, rename, rm, stat, symlink, unlink } from 'node:fs/promises'
import { removeIfEmpty } from '../own/own-tree.ts'
import { removeInstalledTree } from '../own/installed-tree.ts'
import { findGroup, findSystemUser } from '../machine/ownership.ts'
import { formerPath, replaceFile, unfinishedPath } from '../machine/own-file.ts'
import { runCommand } from '../machine/run-command.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { removeSessionLines, writeSessionLines } from '../roundcube/lines-file.ts'
import type { UndoStep } from './undo.ts'

type LinesUndo = Extract<UndoStep, { kind: 'restore-lines' }>
type LineUndo = Extract<UndoStep, { kind: 'remove-line' }>

/** Takes one step back. What is missing already counts as rolled back. */
export async function takeBack(undo: UndoStep): Promise<void> {
  // A kill or a full disk may have come in the middle of it.
  if ('path' in undo) await removeUnfinished(unfinishedPath(undo.path))
  switch (undo.kind) {
    case 'remove-file':
      await unlessMissing(unlink(undo.path))
      return
    case 'remove-link':
      if (await isLinkTo(undo.path, undo.target)) await unlessMissing(unlink(undo.path))
      return
    case 'restore-file':
      await replaceFile(undo.path, Buffer.from(undo.contentBase64, 'base64'), {
        mode: undo.mode,
        ids: process.getuid?.() === 0 ? undo : undefined,
      })
      return
    case 'remove-directory':
      await removeIfEmpty(undo.path)
      return
    case 'remove-tree':
      await removeInstalledTree(undo.path)
      return
    case 'restore-tree':
      await restoreTree(undo.path)
      return
    case 'restore-link':
      await switchLink(undo.path, undo.target)
      return
    case 'remove-line':
      await removeLine(undo)
      return
    case 'restore-lines':
      await restoreLines(undo)
      return
    case 'remove-user':
      await removeUser(undo.name)
      return
    case 'run':
      if (await isProgram(undo.command[0])) await runCommand(undo.command)
      return
  }
}

/** Whether a link is at the path, and leads there. */
export async function isLinkTo(path: string, target: string): Promise<boolean> {
  const found = await unlessMissing(lstat(path))
  return found?.isSymbolicLink() === true && (await readlink(path)) === target
}

/** Points a link elsewhere in one step: anyone who follows it sees the old target or the new one. */
export async function switchLink(path: string, target: string): Promise<void> {
  const fresh = unfinishedPath(path)
  await rm(fresh, { force: true })
  await symlink(target, fresh)
  await rename(fresh, path)
}

/** A copy of a release, or a file or link that was to take its place; a directory of others is neither. */
async function removeUnfinished(path: string): Promise<void> {
  const found = await unlessMissing(lstat(path))
  if (found?.isDirectory() === true) await removeInstalledTree(path)
  else if (found !== undefined) await unlessMissing(unlink(path))
}

/** Without a former tree the present one was not replaced yet. What others put into it stays, beside it. */
async function restoreTree(path: string): Promise<void> {
  const former = formerPath(path)
  if ((await unlessMissing(lstat(former))) === undefined) return
  const replaced = unfinishedPath(path)
  await unlessMissing(rename(path, replaced))
  await rename(former, path)
  await removeInstalledTree(replaced)
}

async function restoreLines({ path, lines, addedLineEnd }: LinesUndo): Promise<void> {
  // A Roundcube that was removed has taken them along.
  if ((await unlessMissing(stat(path))) === undefined) return
  if (lines === null) await removeSessionLines(path, { addedLineEnd })
  else await writeSessionLines(path, lines)
}

async function removeUser(name: string): Promise<void> {
  if ((await findSystemUser(name)) !== undefined) await runCommand(['userdel', name])
  // Some systems keep the group of a user.
  if ((await findGroup(name)) !== undefined) await runCommand(['groupdel', name])
}

async function isProgram(path: string | undefined): Promise<boolean> {
  return path !== undefined && (await unlessMissing(stat(path))) !== undefined
}

async function removeLine({ path, line, endedLastLine }: LineUndo): Promise<void> {
  const text = await unlessMissing(readFile(path, 'utf8'))
  if (text === undefined) return
  const lines = text.split('\n')
  const at = lines.lastIndexOf(line)
  if (at < 0) return
  const isLast = at === lines.length - 2 && lines.at(-1) === ''
  lines.splice(at, isLast && endedLastLine ? 2 : 1)
  const { mode, uid, gid } = await stat(path)
  const ids = process.getuid?.() === 0 ? { uid, gid } : undefined
  await replaceFile(path, lines.join('\n'), { mode: mode & 0o7777, ids })
}
