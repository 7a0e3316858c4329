import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeChecksums } from '../../../scripts/install/machine/checksums.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A release as far as an installer looks at it: no gateway, and a native module in name only. */
export async function smallRelease(t: Teardown): Promise<string> {
  const release = join(await temporaryDirectory(t), 'release')
  await mkdir(release)
  for (const folder of ['dist/web', 'plugin/panel/shim']) {
    await cp(join(root, folder), join(release, folder), { recursive: true })
  }
  await cp(join(root, 'scripts/launchers'), join(release, 'scripts'), { recursive: true })
  for (const file of [
    ...(await bundlesOf('installer.js')),
    'plugin.manifest.json',
    'package.json',
  ]) {
    await copyFile(join(root, file), join(release, file))
  }
  const stub = join(release, 'node_modules/sqlite3/index.js')
  await mkdir(dirname(stub), { recursive: true })
  await writeFile(stub, '')
  await writeChecksums(release)
  return release
}

/** A bundle and what it imports, as paths below the root. */
async function bundlesOf(entry: string): Promise<readonly string[]> {
  const reached = new Set([`dist/${entry}`])
  // A set that grows while it is walked is walked to its end.
  for (const bundle of reached) {
    const text = await readFile(join(root, bundle), 'utf8')
    for (const [, chunk = ''] of text.matchAll(/["']\.\/([\w-]+\.js)["']/g)) {
      reached.add(`dist/${chunk}`)
    }
  }
  return [...reached]
}
