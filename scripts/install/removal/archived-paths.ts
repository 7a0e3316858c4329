import { lstat } from 'node:fs/promises'
import type { Layout } from '../machine/layout.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { pathsOf, type EntryType } from '../own/own-tree.ts'
import { isLinkTo } from '../record/take-back.ts'
import type { UndoStep } from '../record/undo.ts'
import type { Survey } from './survey.ts'

/** What an archive holds of a removal: everything that goes but the releases, which the package has. */
export async function listArchived(
  { prefix, releases }: Layout,
  { trees }: Survey,
  undos: readonly UndoStep[],
): Promise<readonly { readonly path: string; readonly type: EntryType }[]> {
  const own = trees
    .flatMap(pathsOf)
    .filter(({ path }) => path !== releases && !path.startsWith(`${releases}/`))
  const others: { readonly path: string; readonly type: EntryType }[] = []
  for (const undo of undos) {
    // A file of the machine itself, beside a prefix, has no name below it.
    if ('path' in undo && (await isSaved(undo)) && undo.path.startsWith(`${prefix}/`))
      others.push({ path: undo.path, type: 'file' })
  }
  return [...own, ...others]
}

async function isSaved(undo: UndoStep): Promise<boolean> {
  if (undo.kind === 'remove-link') return isLinkTo(undo.path, undo.target)
  if (undo.kind !== 'remove-file' && undo.kind !== 'restore-file') return false
  const found = await unlessMissing(lstat(undo.path))
  return found?.isFile() === true || found?.isSymbolicLink() === true
}
