import { chmod, cp, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { writeChecksums } from '../install/machine/checksums.ts'
import { readManifest } from '../manifest/manifest.ts'
import { registrationFiles } from '../registration/registration-files.ts'
import {
  billOfMaterials,
  LICENSE_FILE,
  listBundledPackages,
  listProductionPackages,
  type LockedPackage,
  thirdPartyLicenses,
} from './bill-of-materials.ts'
import { traceFiles } from './trace-files.ts'

/** Files of the repository a release holds beside its packages; folders with all that is in them. */
const CONTENTS = [
  'dist/web',
  'plugin/docs',
  'plugin/panel/shim',
  'plugin/roundcube-plugin',
  'scripts/package/image',
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
  const present = await presentPackages(root)
  const paths = new Set(present.map(({ path }) => path))
  // Some packages try to load others that are here as tools only.
  const files = (await traceFiles(root)).filter((file) => {
    const path = packageOf(file)
    return path === undefined || paths.has(path)
  })
  for (const file of files) await copy(join(root, file), join(target, file))
  const loaded = new Set(files.map(packageOf))
  const packages = present.filter(({ path }) => loaded.has(path))
  for (const { path } of packages) await copyLicense(root, target, path)
  const manifest = packageSchema.parse(
    JSON.parse(await readFile(join(root, 'package.json'), 'utf8')),
  )
  await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  const inside = await packagesInBundles(root, files)
  const bundled = [
    ...present.filter(({ path }) => inside.has(path) && !loaded.has(path)),
    ...(await listBundledPackages(root)),
  ]
  const bill = await billOfMaterials(root, {
    installed: [...present, ...bundled],
    shipped: [...packages, ...bundled],
    releasedAt,
  })
  await writeFile(join(target, 'sbom.cdx.json'), bill)
  await writeFile(
    join(target, 'THIRD-PARTY-LICENSES.txt'),
    await thirdPartyLicenses(root, { packages, bundled }),
  )
  await normaliseModes(target)
  await writeChecksums(target)
}

/** Sources, maps and pictures are in the repository; a folder of nothing else is in no list of sums. */
function isForOperators(source: string): boolean {
  return !/\.(ts|map|png|jpg)$|\/screenshots$/.test(source)
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

async function copyLicense(root: string, target: string, path: string): Promise<void> {
  for (const name of await readdir(join(root, path))) {
    if (LICENSE_FILE.test(name)) await copy(join(root, path, name), join(target, path, name))
  }
}

const sourceMapSchema = z.object({ sources: z.array(z.string()) })

/** Folders of the packages whose code is inside the bundles among `files`, as the map beside each says. */
async function packagesInBundles(
  root: string,
  files: readonly string[],
): Promise<ReadonlySet<string | undefined>> {
  const maps = files.filter((file) => /^dist\/[^/]+\.js$/.test(file)).map((file) => `${file}.map`)
  const sources = await Promise.all(
    maps.map(async (map) =>
      sourceMapSchema.parse(JSON.parse(await readFile(join(root, map), 'utf8'))),
    ),
  )
  return new Set(
    sources.flatMap((map) => map.sources).map((source) => packageOf(join('dist', source))),
  )
}

/** `node_modules/a/node_modules/@b/c/lib/d.js` is of `node_modules/a/node_modules/@b/c`. */
function packageOf(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]
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

/** Modes must not depend on the umask of anyone who packages: all can read, launchers can run. */
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
