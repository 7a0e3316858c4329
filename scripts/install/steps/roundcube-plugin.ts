import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FindOwner } from '../machine/ownership.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { removeIfEmpty } from '../own/own-tree.ts'
import type { RoundcubePluginPlan } from '../preflight/roundcube-plugin.ts'
import { directoryStep } from './directory.ts'
import { absentStep, fileStep } from './file.ts'
import type { Step } from './step.ts'

/** Our plugin among those of a Roundcube, or its removal. It holds no secret: everybody may read it. */
export function roundcubePluginSteps(
  { folder, text }: RoundcubePluginPlan,
  findOwner: FindOwner,
): readonly Step[] {
  const file = join(folder, 'postern.php')
  const root = { owner: 'root', findOwner } as const
  if (text === undefined) return [absentStep(file), absentDirectoryStep(folder)]
  return [
    directoryStep(folder, { mode: 0o755, ...root }),
    fileStep(file, text, { mode: 0o644, ...root }),
  ]
}

/** What others have put there stays, with the directory. */
function absentDirectoryStep(path: string): Step {
  const find = () => unlessMissing(lstat(path))
  return {
    describe: `remove ${path} where it is empty`,
    isDone: async () => (await find()) === undefined,
    planUndo: async () => undefined,
    async apply() {
      await removeIfEmpty(path)
    },
    removal: { kind: 'remove-directory', path },
  }
}
