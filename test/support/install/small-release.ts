import { copyFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeChecksums } from '../../../scripts/install/machine/checksums.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'
import { addDatabaseCommand } from './database-command.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A page of as many files as there are kinds of: each is placed by a step of its own, and the real one has dozens of chunks. */
const page = {
  'app.js': "import './chunk-START.js'\n",
  'chunk-START.js': "export const later = () => import('./en-LATER.js')\n",
  'en-LATER.js': 'export const words = {}\n',
  'app.css': 'body { margin: 0 }\n',
}

/** A release as far as an installer looks at it: no gateway but what a removal asks, few files of a page, and a native module in name only. */
export async function smallRelease(t: Teardown): Promise<string> {
  const release = join(await temporaryDirectory(t), 'release')
  await mkdir(join(release, 'dist/web'), { recursive: true })
  for (const [name, text] of Object.entries(page)) {
    await writeFile(join(release, 'dist/web', name), text)
  }
  for (const folder of ['plugin/panel/shim', 'plugin/roundcube-plugin']) {
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
  await addDatabaseCommand(release)
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
