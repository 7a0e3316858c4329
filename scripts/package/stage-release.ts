import { chmod, cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { z } from 'zod'
import { writeChecksums } from '../install/machine/checksums.ts'
import { readManifest } from '../manifest/manifest.ts'
import { registrationFiles } from '../registration/registration-files.ts'
import {
  billOfMaterials,
  listBundledPackages,
  listProductionPackages,
  type LockedPackage,
  thirdPartyLicenses,
} from './bill-of-materials.ts'

/** Files of the repository a release holds beside its packages; folders with all that is in them. */
const CONTENTS = [
  'dist',
  'plugin/docs',
  'plugin/panel/shim',
  'plugin.manifest.json',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
]

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
})

/** Puts a whole release into `target`: bundles, packages with the native module, launchers, documents, checksums. */
export async function stageRelease({
  root,
  target,
  releasedAt,
}: {
  readonly root: string
  readonly target: string
  readonly releasedAt: Date
}): Promise<void> {
  await mkdir(target, { recursive: true })
  for (const path of CONTENTS) await copy(join(root, path), join(target, path), isForOperators)
  await copy(join(root, 'scripts/launchers'), join(target, 'scripts'))
  await writeRegistrations(target)
  const packages = await presentPackages(root)
  for (const { path } of packages) await copyPackage(root, target, path)
  const manifest = packageSchema.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  )
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const bundled = await listBundledPackages(root)
  const bill = await billOfMaterials(root, [...packages, ...bundled], releasedAt)
  await writeFile(join(target, 'sbom.cdx.json'), bill)
  await writeFile(
    join(target, 'THIRD-PARTY-LICENSES.txt'),
    await thirdPartyLicenses(root, { packages, bundled }),
  )
  await normaliseModes(target)
  await writeChecksums(target)
}

/** Sources and maps are in the repository. */
function isForOperators(source: string): boolean {
  return !/\.(ts|map)$/.test(source)
}

/** The texts by which each panel learns of Postern, for panels the installer does not know itself. */
async function writeRegistrations(target: string): Promise<void> {
  const manifest = await readManifest(join(target, 'plugin.manifest.json'))
  for (const { name: panel } of manifest.panels) {
    for (const { name, text } of registrationFiles(manifest, panel)) {
      const folder = join(target, 'registration', panel)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name), text)
    }
  }
}

/** Those that were installed here: an optional one may be for another system (billOfMaterials checks the others). */
async function presentPackages(root: string): Promise<readonly LockedPackage[]> {
  const present: LockedPackage[] = []
  for (const entry of await listProductionPackages(root)) {
    if (await isThere(join(root, entry.path))) present.push(entry)
  }
  return present
}

/** A package without those it holds itself: each has its own entry in the lock file. */
async function copyPackage(root: string, target: string, path: string): Promise<void> {
  const from = join(root, path)
  await copy(from, join(target, path), (source) => {
    const inside = source.slice(from.length + 1)
    return inside !== 'node_modules' && !isSuperfluous(path, inside)
  })
}

/** What only debuggers, compilers and developers of a package read. Licences stay. */
const SUPERFLUOUS_FILES =
  /\.(map|ts|mts|cts|md|markdown|yml|tsbuildinfo|flow|stub|html|ico|sh)$|^\.[^/]*$|^(Makefile|tsconfig\.json)$/
const SUPERFLUOUS_FOLDERS =
  /^(test|tests|testing|test-jest|__tests__|benchmarks?|examples?|docs|\.github)$/

function isSuperfluous(packagePath: string, inside: string): boolean {
  const parts = inside.split(sep)
  const name = parts.at(-1) ?? ''
  if (name !== '' && SUPERFLUOUS_FILES.test(name) && !/^licen[cs]e/i.test(name)) return true
  if (SUPERFLUOUS_FOLDERS.test(name)) return true
  if (packagePath !== 'node_modules/sqlite3') return false
  // Of the native module only what was built: its sources are for those who compile it.
  if (['deps', 'src', 'node-addon-api'].includes(parts[0] ?? '')) return true
  return parts[0] === 'build' && parts.length > 2 && inside !== 'build/Release/node_sqlite3.node'
}

async function copy(
  from: string,
  to: string,
  filter: (source: string) => boolean = () => true,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  // Links would point out of the release: what they name is copied.
  await cp(from, to, { recursive: true, dereference: true, filter })
}

/** Modes must not depend on the umask of whoever packages: all can read, launchers can run. */
async function normaliseModes(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const isLauncher =
      basename(entry.parentPath) === 'scripts' && dirname(entry.parentPath) === directory
    const isProgram = isLauncher && entry.name !== 'find-node'
    await chmod(path, entry.isDirectory() || isProgram ? 0o755 : 0o644)
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    // Not there, or not ours to see: not packaged either way.
    return false
  }
}
