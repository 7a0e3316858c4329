import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { readManifest } from '../manifest/manifest.ts'
import { writeChecksumFile } from './checksum-file.ts'
import { stageRelease } from './stage-release.ts'

const run = promisify(execFile)

/** Makes `postern-<version>.tar.gz` of the built repository, and its checksum beside it. Resolves to its path. Throws where package and manifest are of two versions. */
export async function makePackage({
  root,
  outDir,
}: {
  readonly root: string
  readonly outDir: string
}): Promise<string> {
  const version = await readVersion(root)
  const manifest = await readManifest(join(root, 'plugin.manifest.json'))
  // The folder of an installed release and the doctor go by the one, the archive by the other.
  if (manifest.version !== version) {
    throw new Error(
      `package.json says version ${version}, plugin.manifest.json ${manifest.version}: make them the same`,
    )
  }
  const releasedAt = await lastChange(root)
  const work = await mkdtemp(join(tmpdir(), 'postern-package-'))
  try {
    const name = `postern-${version}`
    await stageRelease({ root, target: join(work, name), releasedAt })
    await mkdir(outDir, { recursive: true })
    const archive = join(outDir, `${name}.tar.gz`)
    await pack(work, name, archive, releasedAt)
    await writeChecksumFile(archive)
    return archive
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** The same files give the same bytes: names in order, one time, no one's ids. */
async function pack(work: string, name: string, archive: string, at: Date): Promise<void> {
  await run('tar', [
    '--create',
    '--use-compress-program=gzip -n',
    `--file=${archive}`,
    `--directory=${work}`,
    '--sort=name',
    `--mtime=${at.toISOString()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    name,
  ])
}

async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Time of the last commit; that of this run where there is no history, e.g. in a source archive. */
export async function lastChange(root: string): Promise<Date> {
  try {
    const { stdout } = await run('git', ['log', '-1', '--format=%cI'], { cwd: root })
    return new Date(stdout.trim())
  } catch {
    return new Date()
  }
}
