import { chmod, lchown, lstat, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FindOwner, Owner } from '../machine/ownership.ts'
import { findOwn, giveOwn, type OwnRule } from '../own/own-tree.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

interface DirectoryOptions {
  readonly mode: number
  readonly owner: Owner
  /** What of its content gets the owner, too: data kept by an earlier removal belong to root. */
  readonly content?: OwnRule
  readonly findOwner: FindOwner
}

/** A directory with its mode and owner. */
export function directoryStep(path: string, options: DirectoryOptions): Step {
  const { mode, owner, content, findOwner } = options
  const find = async () => {
    const found = await unlessMissing(lstat(path))
    if (found !== undefined && !found.isDirectory()) throw new Error(`${path} is not a directory`)
    return found
  }
  return {
    describe: `make directory ${path} (${mode.toString(8)}, ${owner})`,
    async isDone() {
      const found = await find()
      if (found === undefined || (found.mode & 0o7777) !== mode) return false
      const ids = await findOwner(owner).catch(() => undefined)
      return ids === undefined || (found.uid === ids.uid && found.gid === ids.gid)
    },
    planUndo: async () =>
      (await find()) === undefined ? { kind: 'remove-directory', path } : undefined,
    async apply() {
      await find()
      await mkdir(path, { recursive: true, mode })
      await chmod(path, mode)
      const ids = await findOwner(owner)
      if (ids === undefined) return
      const tree = content === undefined ? undefined : await findOwn(path, content)
      if (tree === undefined) await lchown(path, ids.uid, ids.gid)
      else await giveOwn(tree, ids)
    },
    removal: { kind: 'remove-directory', path },
  }
}

/** A directory of the system that others use as well: made when it is missing, otherwise left alone. */
export function sharedDirectorySteps(path: string, prefix: string): readonly Step[] {
  const paths: string[] = []
  for (let at = path; at !== prefix && at !== '/'; at = dirname(at)) paths.unshift(at)
  return paths.map((shared) => ({
    describe: `make directory ${shared}`,
    isDone: async () => (await unlessMissing(lstat(shared))) !== undefined,
    planUndo: async () => ({ kind: 'remove-directory', path: shared }),
    apply: async () => {
      await mkdir(shared, { mode: 0o755 })
    },
    removal: undefined,
  }))
}
