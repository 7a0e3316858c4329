import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { mustRun, root, say } from './run.mjs'

const sources = ['plugin', 'proxy', 'store', 'scripts', 'tsup.config.ts', 'package-lock.json']
const results = [
  'dist/main.js',
  'dist/parsing-worker.js',
  'dist/installer.js',
  'dist/supervisor.js',
  'dist/shim-accounts.js',
  'dist/cpanel-helper.js',
  'dist/web/app.js',
]

/** Builds dist/ when a bundle is missing or a source is newer. */
export async function ensureBuild() {
  if (isFresh()) return
  say('building dist/')
  await mustRun(process.execPath, ['node_modules/tsup/dist/cli-default.js', '--silent'])
}

function isFresh() {
  const built = results.map((file) => join(root, file))
  if (!built.every((file) => existsSync(file))) return false
  const oldest = Math.min(...built.map((file) => statSync(file).mtimeMs))
  return sources.every((source) => newestIn(join(root, source)) < oldest)
}

/** Time of the newest file in a folder; a folder's own time shows that a file was removed. */
function newestIn(path) {
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestIn(join(path, name))))
}
