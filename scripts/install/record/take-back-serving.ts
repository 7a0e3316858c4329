import { basename, dirname } from 'node:path'
import { takeBackAll, takeBackEach } from './journal.ts'
import { listReleaseProcesses } from './releases-in-use.ts'
import type { UndoStep } from './undo.ts'

interface ServingOptions {
  readonly undos: readonly UndoStep[]
  /** The file the undos came from; it stays when something failed. */
  readonly record: string
  /** Folder of the releases. */
  readonly releases: string
  /** Has the former release serve, and resolves to what went wrong. */
  readonly serveAgain: () => Promise<readonly string[]>
}

/**
 * Takes back an installation whose Postern may run already: a release is removed only after the former one serves, and
 * not while any process runs from it. What is left of one goes with the next upgrade.
 */
export async function takeBackServing(options: ServingOptions): Promise<readonly string[]> {
  const { undos, record, releases, serveAgain } = options
  const isRelease = (undo: UndoStep): boolean =>
    undo.kind === 'remove-tree' && dirname(undo.path) === releases
  const others = undos.filter((undo) => !isRelease(undo))
  const problems = [...(await takeBackEach(others)), ...(await serveAgain())]
  if (problems.length > 0) return problems

  const used = new Set((await listReleaseProcesses(releases)).map(({ release }) => release))
  const unused = undos.filter((undo) => isRelease(undo) && !isUsed(undo, used))
  const folders = others.filter(({ kind }) => kind === 'remove-directory')
  return takeBackAll([...folders, ...unused], record)
}

function isUsed(undo: UndoStep, used: ReadonlySet<string>): boolean {
  return 'path' in undo && used.has(basename(undo.path))
}
