import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { lastChange, makePackage } from './make-package.ts'
import { signFile } from './sign.ts'
import { makeSystemPackages } from './system/make-system-packages.ts'

// `npm run package [-- --sign KEY]`: dist/ must be built, which scripts/package.mjs sees to.
const { values } = parseArgs({ options: { sign: { type: 'string' } } })
const root = fileURLToPath(new URL('../../', import.meta.url))
const archive = await makePackage({ root, outDir: root })
await writeLine(archive)

const release = await mkdtemp(join(tmpdir(), 'postern-release-'))
try {
  const unpack = ['--extract', '--file', archive, '--directory', release, '--strip-components=1']
  await promisify(execFile)('tar', unpack)
  const releasedAt = await lastChange(root)
  for (const made of await makeSystemPackages({ release, releasedAt, outDir: root })) {
    if ('file' in made) await writeLine(made.file)
    else process.stdout.write(`no package by ${made.missingTool}, which is not installed\n`)
  }
} finally {
  await rm(release, { recursive: true, force: true })
}

async function writeLine(file: string): Promise<void> {
  if (values.sign !== undefined) await signFile(file, values.sign)
  process.stdout.write(`${file}\n`)
}
