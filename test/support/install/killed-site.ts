import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install } from '../../../scripts/install/install.ts'
import { parseInstallerArguments } from '../../../scripts/install/machine/options.ts'
import type { InstallOutcome } from '../../../scripts/install/report.ts'
import { uninstall } from '../../../scripts/install/uninstall.ts'
import type { Dovecot } from '../dovecot/dovecot.ts'
import { endProgramWithParent } from '../process/end-with-parent.ts'
import type { Teardown } from '../process/temporary-directory.ts'
import { listTree } from './file-tree.ts'
import { fillPanelFolders } from './panel-folders.ts'
import { smallRelease } from './small-release.ts'

const strikeMidway = fileURLToPath(new URL('strike-midway.mjs', import.meta.url))

/** When an installer is struck: before which of the changes that count. */
export interface Strike {
  readonly before: number
  /** Names of calls, with commas (strike-midway.mjs). */
  readonly among: string
  /** Only calls count that have a path with this end among their arguments. */
  readonly path?: string
  /** Mounted tmpfs that becomes full; without it the installer is killed. */
  readonly fill?: string
}

/** How a struck installer ended; both are null when it was neither killed nor failed. */
export interface Struck {
  readonly code: number | null
  readonly isKilled: boolean
  readonly output: string
}

/** A prefix like a cPanel host, and a small release to install there. */
export interface StruckSite {
  tree(): Promise<readonly string[]>
  strikeInstall(strike: Strike): Promise<Struck>
  strikeRemoval(strike: Strike): Promise<Struck>
  install(): Promise<InstallOutcome>
  remove(): Promise<InstallOutcome>
}

/** Makes it in an existing directory. */
export async function makeSite(
  t: Teardown,
  directory: string,
  { host, port }: Pick<Dovecot, 'host' | 'port'>,
): Promise<StruckSite> {
  const prefix = join(directory, 'root')
  await mkdir(prefix)
  await fillPanelFolders(prefix)
  const config = join(directory, 'postern.json')
  const panel = { adapter: 'http', http: { authUrl: 'http://127.0.0.1:9/' } }
  const listen = { unix: join(prefix, 'run/postern/postern.sock') }
  await writeFile(config, JSON.stringify({ imap: { host, port }, panel, private: null, listen }))
  const release = await smallRelease(t)
  const installArgs = ['--prefix', prefix, '--config', config, '--no-start']
  const removeArgs = ['--prefix', prefix, '--purge', '--yes']
  const strike = (args: readonly string[], how: Strike) =>
    runStruck([join(release, 'dist/installer.js'), ...args], how)
  return {
    tree: () => listTree(prefix),
    strikeInstall: (how) => strike(['install', ...installArgs], how),
    strikeRemoval: (how) => strike(['uninstall', ...removeArgs], how),
    install: async () => {
      const options = parseInstallerArguments('install', installArgs)
      if (options?.command !== 'install') throw new Error('not understood')
      const { signal } = new AbortController()
      return (
        await install(options, { release, signal, now: Date.now, writeLine: () => undefined })
      ).outcome
    },
    remove: async () => {
      const options = parseInstallerArguments('uninstall', removeArgs)
      if (options?.command !== 'uninstall') throw new Error('not understood')
      return (await uninstall(options, { release, announce: () => undefined })).outcome
    },
  }
}

/** Runs a program of JavaScript that is struck midway. */
export async function runStruck(
  program: readonly string[],
  { before, among, path = '', fill }: Strike,
): Promise<Struck> {
  const child = spawn(process.execPath, ['--import', strikeMidway, ...program], {
    env: {
      ...process.env,
      STRIKE_BEFORE: String(before),
      STRIKE_AMONG: among,
      STRIKE_PATH: path,
      ...(fill === undefined ? {} : { STRIKE_FILL: fill }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  endProgramWithParent(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  await once(child, 'close')
  return { code: child.exitCode, isKilled: child.signalCode === 'SIGKILL', output }
}
