import { lstat, readFile } from 'node:fs/promises'
import type { FindOwner, Owner } from '../machine/ownership.ts'
import { replaceFile } from '../machine/replace-file.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import type { UndoStep } from '../record/undo.ts'

interface FileOptions {
  readonly mode: number
  readonly owner: Owner
  readonly findOwner: FindOwner
  /** Group that may read it beside the owner. */
  readonly group?: Owner
}

/** A file with exactly this content. */
export function fileStep(path: string, content: string, options: FileOptions): Step {
  const { mode } = options
  return {
    describe: `write ${path}`,
    async isDone() {
      const found = await unlessMissing(lstat(path))
      if (!found?.isFile() || (found.mode & 0o7777) !== mode) return false
      const ids = await idsOf(options).catch(() => undefined)
      if (ids !== undefined && (found.uid !== ids.uid || found.gid !== ids.gid)) return false
      return (await readFile(path, 'utf8')) === content
    },
    planUndo: () => fileUndo(path),
    apply: async () => replaceFile(path, content, { mode, ids: await idsOf(options) }),
    removal: { kind: 'remove-file', path },
  }
}

/** A file somebody else may change: written when it is missing, and never again. */
export function keptFileStep(path: string, content: string, options: FileOptions): Step {
  const step = fileStep(path, content, options)
  return {
    ...step,
    describe: `write ${path} unless it is there`,
    isDone: async () => (await unlessMissing(lstat(path))) !== undefined,
  }
}

/** How to get back to a file as it is now, or to its absence. */
export async function fileUndo(path: string): Promise<UndoStep> {
  const found = await unlessMissing(lstat(path))
  if (found === undefined) return { kind: 'remove-file', path }
  if (!found.isFile()) throw new Error(`${path} is not a plain file`)
  const content = await readFile(path)
  return {
    kind: 'restore-file',
    path,
    contentBase64: content.toString('base64'),
    mode: found.mode & 0o7777,
    uid: found.uid,
    gid: found.gid,
  }
}

async function idsOf({ owner, group, findOwner }: FileOptions) {
  const own = await findOwner(owner)
  if (own === undefined || group === undefined) return own
  const groupIds = await findOwner(group)
  return groupIds === undefined ? own : { uid: own.uid, gid: groupIds.gid }
}
