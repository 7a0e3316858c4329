import { cp, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUM_FILE, findDamagedFiles } from '../checksums.ts'
import { giveTree, type FindOwner } from '../ownership.ts'
import type { Step } from '../step.ts'
import { unlessMissing } from '../system-fault.ts'

/** A release in its own folder, complete and unchanged by its checksums. */
export function releaseStep(source: string, target: string, findOwner: FindOwner): Step {
  const listOf = (directory: string) =>
    unlessMissing(readFile(join(directory, CHECKSUM_FILE), 'utf8'))
  const isThere = async () => (await listOf(target)) !== undefined
  return {
    describe: `copy the release to ${target}`,
    async isDone() {
      const installed = await listOf(target)
      if (installed === undefined || installed !== (await listOf(source))) return false
      return (await findDamagedFiles(target)).length === 0
    },
    planUndo: async () => ((await isThere()) ? undefined : { kind: 'remove-tree', path: target }),
    async apply() {
      if (source === target) {
        throw new Error(`${target} was changed: install again from the package`)
      }
      const partial = `${target}.partial`
      await rm(partial, { recursive: true, force: true })
      await cp(source, partial, { recursive: true })
      const ids = await findOwner('root')
      if (ids !== undefined) await giveTree(partial, ids)
      await rm(target, { recursive: true, force: true })
      await rename(partial, target)
    },
    removal: { kind: 'remove-tree', path: target },
  }
}
