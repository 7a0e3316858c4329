import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LockedPackage } from './bill-of-materials.ts'

interface ThirdParties {
  /** Each has a folder in the release, with its licence where its makers put one there. */
  readonly packages: readonly LockedPackage[]
  /** Only their code is there, inside a bundle: their licences stand here. */
  readonly bundled: readonly LockedPackage[]
}

const LICENSE_FILE = /^(licen[cs]e|copying)/i

/** The text that names every package of others in a release, its licence, and where that is written. */
export async function thirdPartyLicenses(
  root: string,
  { packages, bundled }: ThirdParties,
): Promise<string> {
  const lines = await Promise.all(packages.map((entry) => packageLine(root, entry)))
  const texts = await Promise.all(bundled.map((entry) => bundledText(root, entry)))
  return `Postern holds software of others. Each package has its own licence, named here with the file it is in.

${lines.join('\n')}

These are part of dist/web/*.js:

${texts.join('\n')}`
}

async function packageLine(root: string, entry: LockedPackage): Promise<string> {
  const file = await licenseFile(root, entry)
  const place = file === undefined ? 'its package holds no text of it' : join(entry.path, file)
  return `${titleOf(entry)}: ${place}`
}

/** Throws when the package has no licence file: then nobody may bundle it. */
async function bundledText(root: string, entry: LockedPackage): Promise<string> {
  const file = await licenseFile(root, entry)
  if (file === undefined) throw new Error(`${entry.path} has no licence to be shown with its code`)
  const text = await readFile(join(root, entry.path, file), 'utf8')
  return `${titleOf(entry)}\n\n${text.trim()}\n`
}

async function licenseFile(root: string, { path }: LockedPackage): Promise<string | undefined> {
  return (await readdir(join(root, path))).sort().find((name) => LICENSE_FILE.test(name))
}

function titleOf({ name, version, license = 'licence not named' }: LockedPackage): string {
  return `${name} ${version} (${license})`
}
