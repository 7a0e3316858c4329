import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { writeChecksumFile } from '../checksum-file.ts'
import { makeDebianPackage } from './debian.ts'
import { makeRpmPackage } from './rpm.ts'
import { RELEASE_FOLDER } from './steps.ts'

const run = promisify(execFile)

/** The tools that make them, and how. */
const makers = [
  { tool: 'dpkg-deb', extension: '.deb', make: makeDebianPackage },
  { tool: 'rpmbuild', extension: '.rpm', make: makeRpmPackage },
] as const

/** A file that was made, or the tool that is not here. */
export type MadePackage = { readonly file: string } | { readonly missingTool: string }

const releaseSchema = z.object({ version: z.string() })

/** Makes the packages of Debian and rpm from an unpacked release, with a checksum beside each. */
export async function makeSystemPackages({
  release,
  releasedAt,
  outDir,
  extensions = makers.map(({ extension }) => extension),
}: {
  readonly release: string
  readonly releasedAt: Date
  readonly outDir: string
  readonly extensions?: readonly string[]
}): Promise<readonly MadePackage[]> {
  const work = await mkdtemp(join(tmpdir(), 'postern-system-package-'))
  try {
    const { version } = releaseSchema.parse(
      JSON.parse(await readFile(join(release, 'package.json'), 'utf8')),
    )
    const made: MadePackage[] = []
    for (const { tool, extension, make } of makers) {
      if (!extensions.includes(extension)) continue
      if (!(await isThere(tool))) {
        made.push({ missingTool: tool })
        continue
      }
      const own = join(work, tool)
      const root = join(own, 'root')
      await cp(release, join(root, RELEASE_FOLDER), { recursive: true })
      const file = await make({ root, work: own, outDir, version, releasedAt })
      await writeChecksumFile(file)
      made.push({ file })
    }
    return made
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function isThere(tool: string): Promise<boolean> {
  try {
    await run(tool, ['--version'])
    return true
  } catch {
    // Not installed, or it cannot run here.
    return false
  }
}
