import { copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
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
  const chunks = (await readdir(join(root, 'dist'))).filter((name) => /^chunk-.*\.js$/.test(name))
  const bundles = ['installer.js', ...chunks].map((name) => `dist/${name}`)
  for (const file of [...bundles, 'plugin.manifest.json', 'package.json']) {
    await copyFile(join(root, file), join(release, file))
  }
  const stub = join(release, 'node_modules/sqlite3/index.js')
  await mkdir(dirname(stub), { recursive: true })
  await writeFile(stub, '')
  await writeChecksums(release)
  return release
}
