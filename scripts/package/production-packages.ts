import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().default(false),
      devOptional: z.boolean().default(false),
      optional: z.boolean().default(false),
      dependencies: z.record(z.string(), z.string()).default({}),
      optionalDependencies: z.record(z.string(), z.string()).default({}),
    }),
  ),
})

/** One package of node_modules that a running Postern needs. */
export interface ProductionPackage {
  /** Its folder, e.g. `node_modules/koa`. */
  readonly path: string
  /** True when Postern also runs where it is missing. */
  readonly isOptional: boolean
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
  const lock = lockSchema.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const found = new Map<string, ProductionPackage>()
  const visit = (from: string, isOptionalBranch: boolean): void => {
    const entry = lock.packages[from]
    if (entry === undefined) return
    const names = new Map([
      ...Object.keys(entry.dependencies).map((name) => [name, false] as const),
      ...Object.keys(entry.optionalDependencies).map((name) => [name, true] as const),
    ])
    for (const [name, isOptionalHere] of names) {
      if (INSTALL_TIME_ONLY.has(name)) continue
      const path = resolve(lock.packages, from, name)
      if (path === undefined) continue
      const isOptional = isOptionalBranch || isOptionalHere
      const known = found.get(path)
      if (known !== undefined && (isOptional || !known.isOptional)) continue
      found.set(path, { path, isOptional })
      visit(path, isOptional)
    }
  }
  visit('', false)
  return [...found.values()].sort((a, b) => a.path.localeCompare(b.path, 'en'))
}

/** Node's way to a package: the nearest node_modules above the one that asks. */
function resolve(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | undefined {
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
