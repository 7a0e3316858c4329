import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { mustRun, root } from './run.mjs'
import { say } from './say.mjs'

/** Runs `npm ci` when node_modules is missing or does not hold what package-lock.json names. */
export async function ensureDependencies() {
  if (isInstalled()) return
  say('installing the Node packages of package-lock.json (a few minutes the first time)')
  await mustRun('npm', ['ci', '--no-audit', '--no-fund'], {
    // sqlite3 is compiled with all processors where it is compiled.
    env: { JOBS: 'max', ...headersOfThisNode() },
  })
}

function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(hidden)
  return Object.entries(wanted).every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || present[path]?.version === version,
  )
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** Where no prebuilt sqlite3 can be fetched it is compiled; the headers that came with Node spare a download. */
function headersOfThisNode() {
  const prefix = dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include', 'node', 'node_api.h'))
    ? { npm_config_nodedir: prefix }
    : {}
}
