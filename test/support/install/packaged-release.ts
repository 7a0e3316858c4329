import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  cp,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CHECKSUM_FILE } from '../../../scripts/install/machine/checksums.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { makePackage } from '../../../scripts/package/make-package.ts'
import { eventually } from '../database/rows.ts'
import { makeLeanRelease } from './lean-release.ts'
import { makeDirectory, removeDirectory, type Teardown } from '../process/temporary-directory.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The version every test package has, and a newer one to upgrade to. */
export const packagedVersion = '0.1.0'
export const newerVersion = '0.1.1'

/** What goes into a package, for its cache key. */
const sources = [
  'dist',
  'scripts/install',
  'scripts/launchers',
  'scripts/manifest',
  'scripts/package',
  'scripts/registration',
  'plugin/docs',
  'plugin/panel/shim',
  'plugin/roundcube-plugin',
  'package-lock.json',
  'plugin.manifest.json',
  // How the lean one beside it is made.
  'test/support/install/lean-release.ts',
]

/** The package as a file, and unpacked to install from: for all test files, so no one may change it. */
export interface PackagedRelease {
  readonly archive: string
  readonly path: string
}

const prefix = 'postern-packaged-'
const DAY_MS = 86_400_000

/** Made once for the same sources, whichever test file asks first. */
export async function packagedRelease(): Promise<PackagedRelease> {
  const folder = join(tmpdir(), prefix + (await sourceHash()))
  const path = join(folder, `postern-${packagedVersion}`)
  if (!(await isInUse(folder))) await makeOnce(folder)
  return { archive: `${path}.tar.gz`, path }
}

/** Makes the package young again, whose age removes it. False when it is not there. */
async function isInUse(folder: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(folder, now, now).then(() => true))) ?? false
}

/** To make a package keeps a processor busy for a quarter of a minute: other test files wait for the first one's. */
async function makeOnce(folder: string): Promise<void> {
  const claim = `${folder}.making`
  const isFirst = await mkdir(claim).then(
    () => true,
    () => false,
  )
  // Anyone who claimed it may have been killed: the wait has an end, and two may make the same.
  if (!isFirst && (await eventually(() => isInUse(folder), Boolean))) return
  try {
    await makeRelease(folder)
  } finally {
    await removeDirectory(claim)
  }
}

async function makeRelease(folder: string): Promise<void> {
  await removeOldReleases()
  const making = await makeDirectory('packaging')
  const archive = await makePackage({ root, outDir: making })
  await run('tar', ['--extract', '--file', archive, '--directory', making])
  const path = join(making, `postern-${packagedVersion}`)
  await makeLeanRelease(path)
  try {
    await rename(making, folder)
  } catch {
    // Another test file was faster; its package is the same.
    await removeDirectory(making)
  }
}

/** Packages of sources that are missing. Another process may be removing them, too. */
async function removeOldReleases(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const folder = join(tmpdir(), name)
    const found = await unlessMissing(stat(folder))
    if (found !== undefined && Date.now() - found.mtimeMs > DAY_MS) await removeDirectory(folder)
  }
}

/** A copy of a release as a newer version, changed by `alter` (its packages are not) before its checksums are made. */
export async function newerRelease(
  t: Teardown,
  release: string,
  alter: (release: string) => Promise<void> = async () => undefined,
  version = newerVersion,
): Promise<string> {
  const packages = join(release, 'node_modules')
  const isLean = !existsSync(packages)
  const directory = await makeDirectory('release')
  t.teardown(() => removeDirectory(directory))
  const newer = join(directory, `postern-${version}`)
  await cp(release, newer, { recursive: true, filter: (source) => source !== packages })
  // Thousands of files that no test alters: linked, which is several times cheaper than copied.
  if (!isLean) await run('cp', ['--recursive', '--link', packages, newer])
  else
    await symlink(
      await realpath(join(dirname(release), 'node_modules')),
      join(directory, 'node_modules'),
    )
  for (const name of ['package.json', 'plugin.manifest.json']) {
    const text = await readFile(join(newer, name), 'utf8')
    await writeFile(
      join(newer, name),
      text.replace(`"version": "${packagedVersion}"`, `"version": "${version}"`),
    )
  }
  await alter(newer)
  await writeOwnChecksums(newer)
  return newer
}

/** Of everything but the packages, whose lines in the copied list are still right. */
async function writeOwnChecksums(release: string): Promise<void> {
  const ofOthers = String.raw`find . -path ./node_modules -prune -o -type f ! -name "$0*" -printf '%P\0'`
  const list = `{ grep '  node_modules/' "$0"; ${ofOthers} | xargs -0 sha256sum; } > "$0.new" && mv "$0.new" "$0"`
  await run('sh', ['-c', list, CHECKSUM_FILE], { cwd: release })
}

/** A newer release that says so and ends as soon as it is started. */
export function brokenRelease(t: Teardown, release: string, version?: string): Promise<string> {
  const program = 'console.error("this release is broken"); process.exit(70)\n'
  return newerRelease(
    t,
    release,
    (newer) => writeFile(join(newer, 'dist/main.js'), program),
    version,
  )
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256')
  const add = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) {
      hash.update(path).update(await readFile(path))
      return
    }
    for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      await add(join(path, name))
    }
  }
  for (const source of sources) await add(join(root, source))
  hash.update(await lastCommitTime())
  return hash.digest('hex').slice(0, 16)
}

/** It is in every package. Empty where there is no history, e.g. in a source archive: then it is the time of the run. */
async function lastCommitTime(): Promise<string> {
  const time = run('git', ['log', '-1', '--format=%cI'], { cwd: root })
  return time.then(
    ({ stdout }) => stdout,
    () => '',
  )
}
