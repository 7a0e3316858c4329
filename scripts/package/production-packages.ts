import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

type LockedPackages = z.output<typeof lockSchema>['packages']

/** One package of node_modules that a running Postern needs. */
export interface ProductionPackage {
  /** Its folder, e.g. `node_modules/koa`. */
  readonly path: string
  readonly version: string
  readonly license: string | undefined
  /** As package-lock.json has it, e.g. `sha512-…` in base64. */
  readonly integrity: string | undefined
  /** True when Postern also runs where it is missing. */
  readonly isOptional: boolean
}

/** `@scope/name` of a folder like `node_modules/x/node_modules/@scope/name`. */
export function nameOfPackage(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Needed only while sqlite3 is installed, never when it runs. */
const INSTALL_TIME_ONLY: ReadonlySet<string> = new Set([
  'prebuild-install',
  'node-addon-api',
  'node-gyp',
  'tar',
])

/** What package-lock.json needs at run time: everything reachable from the dependencies of the root. */
export async function listProductionPackages(root: string): Promise<readonly ProductionPackage[]> {
  const packages = await readLock(root)
  return reachable(packages, (visit) => visit('', false))
}

/** Development dependencies whose code the browser application holds (plugin/web). */
export const IN_THE_PAGE = ['preact', '@preact/signals'] as const

/** What is inside dist/web/*.js, and in no folder of a release. */
export async function listBundledPackages(root: string): Promise<readonly ProductionPackage[]> {
  const packages = await readLock(root)
  return reachable(packages, (visit, add) => {
    for (const name of IN_THE_PAGE) {
      add(`node_modules/${name}`)
      visit(`node_modules/${name}`, false)
    }
  })
}

async function readLock(root: string): Promise<LockedPackages> {
  const text = await readFile(join(root, 'package-lock.json'), 'utf8')
  return lockSchema.parse(JSON.parse(text)).packages
}

type Visit = (from: string, isOptionalBranch: boolean) => void

function reachable(
  packages: LockedPackages,
  begin: (visit: Visit, add: (path: string) => void) => void,
): readonly ProductionPackage[] {
  const found = new Map<string, boolean>()
  const visit: Visit = (from, isOptionalBranch) => {
    for (const { path, isOptional } of dependenciesOf(packages, from)) {
      const isOptionalHere = isOptional || isOptionalBranch
      const known = found.get(path)
      // Seen as optional, but also needed by one that is not: what it needs is needed, too.
      if (known === false || (known === true && isOptionalHere)) continue
      found.set(path, isOptionalHere)
      visit(path, isOptionalHere)
    }
  }
  begin(visit, (path) => void found.set(path, false))
  return [...found]
    .map(([path, isOptional]) => describe(packages, path, isOptional))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

function dependenciesOf(packages: LockedPackages, from: string) {
  const entry = packages[from]
  // npm lists an optional dependency in both places.
  const names = new Map([
    ...Object.keys(entry?.dependencies ?? {}).map((name) => [name, false] as const),
    ...Object.keys(entry?.optionalDependencies ?? {}).map((name) => [name, true] as const),
  ])
  return [...names]
    .filter(([name]) => !INSTALL_TIME_ONLY.has(name))
    .flatMap(([name, isOptional]) => {
      const path = resolve(packages, from, name)
      return path === undefined ? [] : [{ path, isOptional }]
    })
}

/** Node's way to a package: the nearest node_modules above the one that asks. */
function resolve(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentPackage(folder)) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (path in packages) return path
    if (folder === '') return undefined
  }
}

function parentPackage(path: string): string {
  const end = path.lastIndexOf('/node_modules/')
  return end < 0 ? '' : path.slice(0, end)
}

function describe(packages: LockedPackages, path: string, isOptional: boolean): ProductionPackage {
  const entry = packages[path]
  const { license, integrity } = entry ?? {}
  return { path, version: entry?.version ?? '', license, integrity, isOptional }
}
