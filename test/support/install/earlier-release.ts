import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeDirectory, removeDirectory } from '../process/temporary-directory.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))

/** `npm ci` of a tree takes minutes on a small machine. */
const BUILD_MS = 1_200_000

const PACK = `import { makePackage } from './scripts/package/make-package.ts'
await makePackage({ root: process.cwd() + '/', outDir: process.cwd() + '/packaged' })`

/** Whether the history of this repository reaches to the commit: a clone may be shallow, and a source archive has none. */
export function hasCommit(commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0
}

/** The release of an earlier commit under a version of its own, unpacked to install from. Built once, with its own packages. */
export async function earlierRelease(commit: string, version: string): Promise<string> {
  const folder = join(tmpdir(), `postern-earlier-${commit}`)
  const release = join(folder, `postern-${version}`)
  if (existsSync(release)) return release
  const tree = await makeDirectory('earlier')
  try {
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, tree], { cwd: root })
    for (const name of ['package.json', 'plugin.manifest.json']) {
      const text = await readFile(join(tree, name), 'utf8')
      const named = text.replace(/"version": "[^"]*"/, `"version": "${version}"`)
      await writeFile(join(tree, name), named)
    }
    const inTree = { cwd: tree, timeout: BUILD_MS, maxBuffer: 64 * 1024 * 1024 }
    await run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], inTree)
    await run('npm', ['run', 'build'], inTree)
    await run(process.execPath, ['--import=tsx', '--input-type=module', '-e', PACK], inTree)
    const unpacked = await makeDirectory('earlier-unpacked')
    const archive = join(tree, 'packaged', `postern-${version}.tar.gz`)
    await run('tar', ['--extract', '--file', archive, '--directory', unpacked])
    await rename(unpacked, folder)
    return release
  } finally {
    await removeDirectory(tree)
  }
}
