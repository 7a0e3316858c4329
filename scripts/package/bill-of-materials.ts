import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

const run = promisify(execFile)

/** One package of node_modules, as npm finds it in package-lock.json. */
export interface LockedPackage {
  /** Its folder, e.g. `node_modules/koa`. */
  readonly path: string
  /** `@scope/name` or `name`. */
  readonly name: string
  readonly version: string
  readonly license: string | undefined
}

/** Development dependencies whose code the browser application holds (plugin/web). */
export const IN_THE_PAGE = [
  'preact',
  '@preact/signals',
  'squire-rte',
  'idb',
  'diff',
  'culori',
] as const

/** What others need while sqlite3 is installed, or to be type-checked, and never when Postern runs. */
const NOT_AT_RUN_TIME = ['prebuild-install', 'node-addon-api', 'node-gyp', 'tar', '@types/node']

const ranges = z.record(z.string(), z.string())
const manifestSchema = z.looseObject({
  name: z.string(),
  dependencies: ranges,
  optionalDependencies: ranges,
  devDependencies: ranges,
})
const needs = {
  dependencies: ranges.optional(),
  optionalDependencies: ranges.optional(),
  peerDependencies: ranges.optional(),
}
const lockSchema = z.looseObject({ packages: z.record(z.string(), z.looseObject(needs)) })

/** What package-lock.json needs at run time: everything that npm reaches from the dependencies. */
export async function listProductionPackages(root: string): Promise<readonly LockedPackage[]> {
  const { dependencies, optionalDependencies } = await readManifest(root)
  return listPackages(root, { dependencies, optionalDependencies })
}

/** What is inside dist/web/*.js, and in no folder of a release. */
export async function listBundledPackages(root: string): Promise<readonly LockedPackage[]> {
  return listPackages(root, { dependencies: pageOnly(await readManifest(root)) })
}

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  scope: z.string(),
  properties: z.array(z.object({ name: z.string() })),
})
/** Without `serialNumber`, which differs from run to run. */
const billSchema = z.object({
  $schema: z.string(),
  bomFormat: z.string(),
  specVersion: z.string(),
  version: z.number(),
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
})

interface Contents {
  /** What npm installed here, of which a release may need no file. */
  readonly installed: readonly LockedPackage[]
  readonly shipped: readonly LockedPackage[]
  readonly releasedAt: Date
}

/**
 * npm's CycloneDX bill of materials of the shipped packages, with their licences, hashes and what needs what. The same
 * packages and npm give the same text. Throws when a package that the lock file requests is not installed.
 */
export async function billOfMaterials(
  root: string,
  { installed, shipped, releasedAt }: Contents,
): Promise<string> {
  const manifest = await readManifest(root)
  const { dependencies, optionalDependencies } = manifest
  const all = { ...dependencies, ...pageOnly(manifest) }
  const options = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application']
  const listing = await runNpm(root, { dependencies: all, optionalDependencies }, options)
  const bill = billSchema.parse(listing)
  const refsOf = (packages: readonly LockedPackage[]) =>
    new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const present = refsOf(installed)
  const remaining = refsOf(shipped)
  for (const { 'bom-ref': ref, scope, properties } of bill.components) {
    // npm also lists what is in the lock file and needed by nothing any more.
    const isNeeded = scope === 'required' && !properties.some(({ name }) => isExtraneous(name))
    if (isNeeded && !present.has(ref)) throw new Error(`${ref} is missing: run \`npm ci\` first`)
  }
  const component = { ...bill.metadata.component, name: manifest.name }
  const cleaned = {
    ...bill,
    metadata: { ...bill.metadata, timestamp: releasedAt.toISOString(), component },
    components: bill.components.filter((entry) => remaining.has(entry['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }, index) => index === 0 || remaining.has(ref))
      .map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: dependsOn.filter((on) => remaining.has(on)),
      })),
  }
  return `${JSON.stringify(cleaned, undefined, 2)}\n`
}

function isExtraneous(property: string): boolean {
  return property === 'cdx:npm:package:extraneous'
}

function pageOnly({ devDependencies }: z.output<typeof manifestSchema>) {
  return Object.fromEntries(IN_THE_PAGE.map((name) => [name, devDependencies[name] ?? '']))
}

async function readManifest(root: string) {
  return manifestSchema.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
}

interface Needed {
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const foundSchema = z.array(
  z.object({
    location: z.string(),
    name: z.string(),
    version: z.string(),
    license: z.string().optional(),
  }),
)

async function listPackages(root: string, needed: Needed): Promise<readonly LockedPackage[]> {
  const found = await runNpm(root, needed, ['query', ':root *:not(:extraneous)'])
  return foundSchema
    .parse(found)
    .map(({ location, name, version, license }) => ({ path: location, name, version, license }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Asks npm of a project that needs only this, in the versions of our lock file. Reads no network and no node_modules. */
async function runNpm(root: string, needed: Needed, command: readonly string[]): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'postern-packages-'))
  try {
    const lock = lockSchema.parse(
      JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')),
    )
    for (const entry of Object.values(lock.packages)) {
      const lists = [entry.dependencies, entry.optionalDependencies, entry.peerDependencies]
      for (const list of lists) for (const name of NOT_AT_RUN_TIME) delete list?.[name]
    }
    const { name, version, license, type } = await readManifest(root)
    const manifest = { name, version, license, type, ...needed }
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
    const { stdout } = await run('npm', [...command, '--package-lock-only', '--prefix', folder], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    })
    return JSON.parse(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface ThirdParties {
  /** Each has a folder in the release, with its licence where its makers put one there. */
  readonly packages: readonly LockedPackage[]
  /** Only their code is there, inside a bundle: their licences stand here. */
  readonly bundled: readonly LockedPackage[]
}

/** Names of files with the terms of a package. */
export const LICENSE_FILE = /^(licen[cs]e|copying)/i

/** The text that names every package of others in a release, its licence, and where that is written. */
export async function thirdPartyLicenses(
  root: string,
  { packages, bundled }: ThirdParties,
): Promise<string> {
  const lines = await Promise.all(packages.map((entry) => packageLine(root, entry)))
  const texts = await Promise.all(bundled.map((entry) => bundledText(root, entry)))
  return `Postern holds software of others. Each package has its own licence, named here with the file it is in.

${lines.join('\n')}

The code of these is part of dist/*.js and dist/web/*.js:

${texts.join('\n')}`
}

const NO_TEXT = 'its package holds no text of it'

async function packageLine(root: string, entry: LockedPackage): Promise<string> {
  const file = await licenseFile(root, entry)
  const path = file === undefined ? NO_TEXT : join(entry.path, file)
  return `${titleOf(entry)}: ${path}`
}

async function bundledText(root: string, entry: LockedPackage): Promise<string> {
  const file = await licenseFile(root, entry)
  if (file === undefined) return `${titleOf(entry)}: ${NO_TEXT}\n`
  const text = await readFile(join(root, entry.path, file), 'utf8')
  return `${titleOf(entry)}\n\n${text.trim()}\n`
}

async function licenseFile(root: string, { path }: LockedPackage): Promise<string | undefined> {
  return (await readdir(join(root, path))).sort().find((name) => LICENSE_FILE.test(name))
}

function titleOf({ name, version, license = 'licence not named' }: LockedPackage): string {
  return `${name} ${version} (${license})`
}
