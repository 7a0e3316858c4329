import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { writeChecksums } from '../../../scripts/install/machine/checksums.ts'
import type { ThrowAwayRoot } from './throw-away-root.ts'

/**
 * A release that serves as the packaged one does, without the thousands of files of its packages: Node finds those
 * above the prefix. Copying, checking and removing it costs a hundredth. Only for what is installed below that prefix.
 */
export async function leanRelease(prefix: string, release: string): Promise<string> {
  const above = dirname(prefix)
  const lean = join(above, 'lean', basename(release))
  await mkdir(dirname(lean), { recursive: true })
  await cp(release, lean, { recursive: true, filter: (path) => isWanted(relative(release, path)) })
  await writeChecksums(lean)
  const packages = join(above, 'node_modules')
  await rm(packages, { force: true })
  await symlink(join(release, 'node_modules'), packages)
  return lean
}

/** Lets a throw-away root find them too, for lean releases that are installed there. */
export async function showPackages(root: ThrowAwayRoot, release: string): Promise<void> {
  await root.show(join(release, 'node_modules'), '/node_modules')
}

function isWanted(path: string): boolean {
  return path.split(sep)[0] !== 'node_modules' && !path.endsWith('.map')
}
