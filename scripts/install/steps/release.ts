import { chmod, cp, lstat, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUM_FILE, findDamagedFiles } from '../machine/checksums.ts'
import { giveTree, type FindOwner } from '../machine/ownership.ts'
import { formerPath, replaceFile, unfinishedPath } from '../machine/own-file.ts'
import { makeRoomFor } from '../own/release-tree.ts'
import type { Step } from './step.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** A release in its own folder, complete and unchanged by its checksums. */
export function releaseStep(source: string, target: string, findOwner: FindOwner): Step {
  const listOf = (directory: string) =>
    unlessMissing(readFile(join(directory, CHECKSUM_FILE), 'utf8'))
  const isThere = async () => (await unlessMissing(lstat(target))) !== undefined
  return {
    describe: `copy the release to ${target}`,
    async isDone() {
      const installed = await listOf(target)
      if (installed === undefined || installed !== (await listOf(source))) return false
      return (await findDamagedFiles(target)).length === 0
    },
    planUndo: async () => ({
      kind: (await isThere()) ? 'restore-tree' : 'remove-tree',
      path: target,
    }),
    async apply() {
      if (source === target) {
        throw new Error(`${target} was changed: install again from the package`)
      }
      const [unfinished, former] = [unfinishedPath(target), formerPath(target)]
      await makeRoomFor(target)
      await mkdir(unfinished)
      // First, so that a copy that was interrupted reports what is of it.
      const list = await readFile(join(source, CHECKSUM_FILE))
      await replaceFile(join(unfinished, CHECKSUM_FILE), list, { mode: 0o644, ids: undefined })
      const isOther = (path: string) => path !== join(source, CHECKSUM_FILE)
      await cp(source, unfinished, { recursive: true, verbatimSymlinks: true, filter: isOther })
      // Not by mkdir: the umask would take something away.
      await chmod(unfinished, (await stat(source)).mode & 0o7777)
      const ids = await findOwner('root')
      if (ids !== undefined) await giveTree(unfinished, ids)
      // Kept until the installation has succeeded: it may be what runs, damaged or packaged again.
      if (await isThere()) await rename(target, former)
      await rename(unfinished, target)
    },
    removal: { kind: 'remove-tree', path: target },
  }
}
