import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExecutionContext } from 'ava'
import { install } from '../../../scripts/install/install.ts'
import { layoutAt, type Layout } from '../../../scripts/install/machine/layout.ts'
import { parseInstallerArguments } from '../../../scripts/install/machine/options.ts'
import type { Report } from '../../../scripts/install/report.ts'
import { uninstall } from '../../../scripts/install/uninstall.ts'
import type { Dovecot } from '../dovecot/dovecot.ts'
import { temporaryDirectory } from '../process/temporary-directory.ts'
import { fillPanelFolders } from './panel-folders.ts'
import { smallRelease } from './small-release.ts'

const run = promisify(execFile)

interface SiteOptions {
  readonly dovecot: Dovecot
  /** Installed one after the other. */
  readonly releases: readonly string[]
}

/** A prefix like a cPanel host below an existing directory, with Postern installed and never started. */
export async function makeRemovalSite(
  directory: string,
  { dovecot, releases }: SiteOptions,
): Promise<Layout> {
  const prefix = join(directory, 'root')
  await mkdir(prefix)
  await fillPanelFolders(prefix)
  const config = join(directory, 'postern.json')
  const settings = {
    imap: { host: dovecot.host, port: dovecot.port },
    panel: { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } },
    private: null,
    listen: { unix: `${prefix}/run/postern/postern.sock` },
    database: { url: `sqlite:${prefix}/var/lib/postern/postern.db` },
    dataDir: `${prefix}/var/lib/postern`,
    credentialsDir: `${prefix}/etc/postern/secrets`,
    errorLog: `${prefix}/var/log/postern/error.log`,
  }
  await writeFile(config, JSON.stringify(settings))
  await installBelow(directory, releases)
  return layoutAt(prefix)
}

/** Such a prefix for a test, filled as the service and others fill it. */
export async function makeFilledSite(
  t: ExecutionContext,
  dovecot: Dovecot | undefined,
): Promise<{ readonly layout: Layout; readonly release: string; readonly directory: string }> {
  if (dovecot === undefined) throw new Error('the mail server did not start')
  const release = await smallRelease(t)
  const directory = await temporaryDirectory(t)
  const layout = await makeRemovalSite(directory, { dovecot, releases: [release] })
  await fillAsService(layout)
  return { layout, release, directory }
}

/** Installs these releases there, one after the other. */
export async function installBelow(directory: string, releases: readonly string[]): Promise<void> {
  const [prefix, config] = [join(directory, 'root'), join(directory, 'postern.json')]
  for (const release of releases) {
    const args = ['--prefix', prefix, '--config', config, '--no-start']
    const options = parseInstallerArguments('install', args)
    if (options?.command !== 'install') throw new Error('not understood')
    const { signal } = new AbortController()
    const context = { release, signal, now: Date.now, writeLine: () => undefined }
    const { outcome, problems } = await install(options, context)
    if (outcome !== 'done') throw new Error([outcome, ...problems].join('\n'))
  }
}

/** Puts there what a service leaves that was killed after a long life. */
export async function fillAsService(layout: Layout): Promise<void> {
  const { dataDir, stateDir, logDir, runDir, configDir } = layout
  await run('sqlite3', [join(dataDir, 'postern.db'), 'CREATE TABLE postern_document (id TEXT)'])
  const spool = ['spool.db', 'spool.db-wal', 'spool.db-shm', 'spool-copy.db', 'spool.db.new']
  const state = ['journal-0.log', 'journal-1.log', 'admin.json', 'clock.json', 'clock.json.new']
  const damaged = ['spool.db.corrupt-1795000000000-wal', 'postern.db.corrupt-1795000000000']
  const keys = JSON.stringify({ account: 'robin', key: 'k', socket: '/run/postern.sock' })
  await mkdir(stateDir, { mode: 0o700 })
  await mkdir(join(configDir, 'shim/keys'), { recursive: true })
  const files = {
    [dataDir]: [...spool, ...state, ...damaged],
    [logDir]: ['error.log.1', 'error.log-20261126.gz', 'output.log', 'output.log.2.gz'],
    [stateDir]: ['postern.json', '20261126T114646913.key', 'panel-binding.secret'],
    [configDir]: ['postern.json.new', 'shim/accounts.json'],
    [runDir]: ['supervisor.json.new'],
  }
  for (const [folder, names] of Object.entries(files)) {
    for (const name of names) await writeFile(join(folder, name), `made by Postern: ${name}`)
  }
  await writeFile(join(configDir, 'shim/keys/robin.json'), keys)
}

/** Removes it again, with the options of the command line. */
export async function removeSite(
  { prefix }: Layout,
  release: string,
  ...args: readonly string[]
): Promise<Report> {
  const options = parseInstallerArguments('uninstall', ['--prefix', prefix, ...args])
  if (options?.command !== 'uninstall') throw new Error('not understood')
  return uninstall(options, { release, announce: () => undefined })
}
