import { readlink } from 'node:fs/promises'
import type { Step } from './step.ts'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'
import { switchLink } from '../record/take-back.ts'

/** A symbolic link, switched in one step when it points elsewhere. */
export function linkStep(path: string, target: string): Step {
  const current = async (): Promise<string | undefined> => {
    try {
      return await unlessMissing(readlink(path))
    } catch (error) {
      if (systemErrorCode(error) === 'EINVAL') {
        throw new Error(`${path} is in the way: not a link`, { cause: error })
      }
      throw error
    }
  }
  return {
    describe: `point ${path} to ${target}`,
    isDone: async () => (await current()) === target,
    async planUndo() {
      const before = await current()
      if (before === undefined) return { kind: 'remove-link', path, target }
      return { kind: 'restore-link', path, target: before }
    },
    apply: () => switchLink(path, target),
    removal: { kind: 'remove-link', path, target },
  }
}
