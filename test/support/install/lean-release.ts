import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { writeChecksums } from '../../../scripts/install/machine/checksums.ts'

/**
 * A release that serves as the packaged one does, without the thousands of files of its packages: Node finds those
 * above it, and above where it is installed (putPackagesAbove, and `packagesOf` of a throw-away root). Copying, checking and removing
 * it costs a tenth. Made with the package (packaged-release.ts), for all test files: no one may change it.
 */
export function leanRelease(release: string): string {
  return join(dirname(release), 'lean', basename(release))
}

/** Makes it beside the release that it is made of. */
export async function makeLeanRelease(release: string): Promise<void> {
  const lean = leanRelease(release)
  await mkdir(dirname(lean), { recursive: true })
  await cp(release, lean, { recursive: true, filter: (path) => isWanted(relative(release, path)) })
  await writeChecksums(lean)
  await symlink(join('..', basename(release), 'node_modules'), join(dirname(lean), 'node_modules'))
}

/** Lets Node find the packages of a release from everywhere below a folder. */
export async function putPackagesAbove(folder: string, release: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  await rm(packages, { force: true })
  await symlink(join(release, 'node_modules'), packages)
}

function isWanted(path: string): boolean {
  return path.split(sep)[0] !== 'node_modules' && !path.endsWith('.map')
}
