import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { mustRun, root, say } from './run.mjs'

/** Of the development dependencies those that build the demo and run it. */
export const demoTools = [
  '@preact/signals',
  'hoodiecrow-imap',
  'preact',
  'smtp-server',
  'squire-rte',
  'idb',
  'diff',
  'culori',
  'emojibase-data',
  'tsup',
  'tsx',
  // tsup does not load without it.
  'typescript',
]

/**
 * Takes half the time of sqlite3's own -O3, which is most of the first demo, and a minute of one processor before the
 * tests, where no prebuilt one can be fetched.
 */
const COMPILED_QUICKLY = { CFLAGS: '-O1', CXXFLAGS: '-O1' }

/** Lies beside a sqlite3 that was compiled so for the tests. */
const quickSqlite = join(root, 'node_modules', '.sqlite3-compiled-quickly')

/** What package-lock.json was when node_modules was filled for the demo alone. */
const demoLock = join(root, 'node_modules', '.demo-package-lock.json')

/** Sees to it that node_modules holds what package-lock.json names, for tests and checks. */
export async function ensureDependencies() {
  if (isInstalled()) return
  await install(COMPILED_QUICKLY)
  // Without it this is a prebuilt one.
  const isCompiled = existsSync(join(root, 'node_modules/sqlite3/build/Makefile'))
  if (isCompiled) writeFileSync(quickSqlite, '')
}

/** `npm ci`, or what is missing beside the packages of the demo, whose sqlite3 may have been compiled. */
async function install(flags) {
  if (isInstalled()) return
  if (isInstalledForDemo()) {
    say('installing the other Node packages of package-lock.json')
    await npm(['install', '--no-save'])
    if (isInstalled()) return
  }
  say('installing the Node packages of package-lock.json (a few minutes the first time)')
  await npm(['ci'], flags)
}

/** The same for a release or a measurement, whose sqlite3 was never compiled quickly. */
export async function ensureReleaseDependencies() {
  await install({})
  const quick = [demoLock, quickSqlite].filter((file) => existsSync(file))
  if (quick.length === 0) return
  await npm(['rebuild', 'sqlite3'])
  for (const file of quick) rmSync(file)
}

/** The same where there is no node_modules, with no more than the demo needs. */
export async function ensureDemoDependencies() {
  if (isInstalledForDemo() || isInstalled()) return
  if (existsSync(join(root, 'node_modules'))) return ensureDependencies()
  say('installing the Node packages of the demo (a minute or two the first time)')
  const folder = join(root, '.demo-packages')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  try {
    for (const file of ['package-lock.json', '.npmrc']) {
      copyFileSync(join(root, file), join(folder, file))
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(demoManifest()))
    // npm takes the versions of the lock file, and leaves out what nothing in this package.json leads to.
    await npm(['ci', '--prefix', folder], COMPILED_QUICKLY)
    copyFileSync(
      join(root, 'package-lock.json'),
      join(folder, 'node_modules/.demo-package-lock.json'),
    )
    renameSync(join(folder, 'node_modules'), join(root, 'node_modules'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** package.json without drivers of other databases and the tools of tests and checks. */
function demoManifest() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const tools = demoTools.map((name) => [name, manifest.devDependencies[name]])
  return {
    ...manifest,
    scripts: {},
    optionalDependencies: {},
    devDependencies: Object.fromEntries(tools),
  }
}

function npm([command, ...options], environment = {}) {
  return mustRun('npm', [command, '--no-audit', '--no-fund', ...options], {
    // sqlite3 is compiled with all processors where it is compiled.
    env: { JOBS: 'max', ...environment, ...headersOfThisNode() },
  })
}

function isInstalledForDemo() {
  if (!existsSync(demoLock)) return false
  return readFileSync(demoLock).equals(readFileSync(join(root, 'package-lock.json')))
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
