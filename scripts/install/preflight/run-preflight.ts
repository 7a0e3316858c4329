import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { preflightMachine, checkSocketUnit } from './machine.ts'
import { checkAddress } from './address.ts'
import { preflightSharedDatabase } from './shared-database.ts'
import { preflightServers } from './servers.ts'
import { type PreflightFinding, preflightFine, refusal, preflightWarning } from './finding.ts'
import { ConfigFault, parseConfig } from '../../../plugin/config/config.ts'
import { secretProblems } from '../../../plugin/config/secrets/secret-problems.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'
import { findDamagedFiles } from '../machine/checksums.ts'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { earlierKeys } from '../shim-accounts/sync-accounts.ts'

interface PreflightInput {
  readonly layout: Layout
  readonly machine: Machine
  /** The release to be installed. */
  readonly source: string
  /** undefined when it was refused already. */
  readonly config: Config | undefined
  /** Nothing is installed yet, as far as anyone knows. */
  readonly isFirst: boolean
  /** Where a Postern of an earlier installation listens. */
  readonly held: ListenAddress | undefined
}

/** Every check, so that all reasons are told at once. Changes nothing. */
export async function runPreflight(input: PreflightInput): Promise<readonly PreflightFinding[]> {
  const { layout, machine, source, config } = input
  return [
    ...(await preflightMachine(layout, machine)),
    ...(await checkRelease(source)),
    ...(config === undefined
      ? []
      : [
          ...preflightHelper(config, machine),
          ...checkSocketUnit(config, machine),
          ...(await preflightSharedDatabase(config, { layout, machine })),
          ...(await checkAccounts(config, machine)),
          ...(await checkSurroundings(config, input)),
        ]),
  ]
}

async function checkSurroundings(
  config: Config,
  { layout, source, isFirst, held }: PreflightInput,
): Promise<readonly PreflightFinding[]> {
  return [
    ...(await preflightServers(config, { layout, source, isFirst })),
    ...(isFirst || isElsewhere(config.listen, held)
      ? [await checkAddress('listen', config.listen)]
      : []),
    ...(isFirst ? [await checkAddress('private listener', config.private)] : []),
  ]
}

/** Our own socket would be in the way of another one at its port, and will be missing by then. */
function isElsewhere(listen: ListenAddress, held: ListenAddress | undefined): boolean {
  if (held === undefined || 'unix' in listen) return false
  return 'unix' in held || held.port !== listen.port
}

/** Whether the release to be installed accepts a configuration. */
interface CheckedConfig {
  /** undefined when it is refused. */
  readonly config: Config | undefined
  readonly finding: PreflightFinding
}

/** Validates as the service will read it: in production, without the environment of this shell. */
export function preflightConfig(text: string, from: string): CheckedConfig {
  try {
    const config = parseConfig(JSON.parse(text), { NODE_ENV: 'production' })
    return { config, finding: preflightFine('configuration', `${from} is valid`) }
  } catch (error) {
    const problems =
      error instanceof ConfigFault ? error.problems.join('; ') : 'it is not a JSON object'
    return { config: undefined, finding: refusal('configuration', `${from}: ${problems}`) }
  }
}

/** What would keep the next start from happening; secrets that the installer makes itself may be missing. */
export async function preflightSecrets(
  config: Config,
  { secretsDir }: Layout,
): Promise<readonly PreflightFinding[]> {
  const areMade = config.credentialsDir === null || config.credentialsDir === secretsDir
  const problems = await secretProblems(config, { areMade })
  if (problems.length === 0) return [preflightFine('secrets', secretsDirectoryOf(config))]
  return problems.map((problem) => refusal('secrets', problem))
}

/** Why the file named on the command line cannot be read; undefined when it can. */
export async function checkReadable(path: string): Promise<PreflightFinding | undefined> {
  try {
    await readFile(path)
    return undefined
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    return refusal('configuration', `${path} cannot be read (${code})`)
  }
}

const SHOWN = 3

/** The files are those of the package, and the native module fits this machine. */
async function checkRelease(release: string): Promise<readonly PreflightFinding[]> {
  return [await checkFiles(release), checkNativeModule(release)]
}

async function checkFiles(release: string): Promise<PreflightFinding> {
  try {
    const damaged = await findDamagedFiles(release)
    if (damaged.length === 0) return preflightFine('files', 'all checksums match')
    const shown = damaged.slice(0, SHOWN).join(', ')
    const more = damaged.length > SHOWN ? ` and ${damaged.length - SHOWN} more` : ''
    return refusal('files', `not as packaged: ${shown}${more}; unpack the package anew`)
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error
    return refusal('files', 'SHA256SUMS is missing: install from an unpacked package')
  }
}

function checkNativeModule(release: string): PreflightFinding {
  try {
    createRequire(join(release, 'package.json'))('sqlite3')
    return preflightFine('native module', `loads with Node ${process.versions.node}`)
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return refusal(
      'native module',
      `sqlite3 does not load (${reason}); this package is for another processor or C library`,
    )
  }
}

/** Whether the keys of an earlier installation can be read, which the accounts are to keep. */
async function checkAccounts(
  { panel }: Config,
  { isForReal }: Machine,
): Promise<readonly PreflightFinding[]> {
  if (panel.adapter !== 'shim' || !isForReal) return []
  try {
    await earlierKeys(panel.shim.accountsFile)
    return []
  } catch (error) {
    if (!(error instanceof CorruptFile)) throw error
    return [refusal('accounts', error.message)]
  }
}

/** Whether anything starts the helper that reads cPanel's session files, where it is needed. */
function preflightHelper({ panel }: Config, { hasSystemd }: Machine): readonly PreflightFinding[] {
  if (panel.adapter !== 'cpanel' || hasSystemd) return []
  const start = 'run /opt/postern/current/scripts/cpanel-helper as root (admin guide)'
  return [preflightWarning('cPanel helper', `without systemd nothing starts it: ${start}`)]
}
