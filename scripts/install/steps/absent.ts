import { lstat, readlink, unlink } from 'node:fs/promises'
import type { Step } from './step.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { fileUndo } from './file.ts'

/** A file or link of ours that is no longer wanted. */
export function absentStep(path: string): Step {
  const find = () => unlessMissing(lstat(path))
  return {
    describe: `remove ${path}`,
    isDone: async () => (await find()) === undefined,
    async planUndo() {
      const isLink = (await find())?.isSymbolicLink() === true
      return isLink ? { kind: 'restore-link', path, target: await readlink(path) } : fileUndo(path)
    },
    async apply() {
      await unlessMissing(unlink(path))
    },
    removal: { kind: 'remove-file', path },
  }
}
