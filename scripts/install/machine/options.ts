import { isAbsolute, resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const INSTALL_USAGE = `Usage: install [options]

  --config FILE         the configuration; one that you have changed since stays, and FILE becomes postern.json.new
  --auth-url URL        first configuration without FILE: where the panel verifies its sessions (adapter "http")
  --panel NAME          cpanel or generic; default: what is found here
  --roundcube DIR       have the Roundcube whose config.inc.php lies in DIR keep its sessions with Postern; upgrades and
                        repairs do so again, --roundcube none takes it back
  --roundcube-plugin DIR
                        put Postern's plugin into DIR, the folder of plugins of that Roundcube; upgrades and repairs do so
                        again, --roundcube-plugin none removes it
  --sign-out            go on where the sessions of whoever is signed in at that Roundcube cannot be copied
  --dovecot trust       have the Dovecot 2.3 of this machine believe the addresses of clients that Postern names; upgrades and
                        repairs do so again, --dovecot none takes it back
  --repair              put back what is missing or altered of the installed release, and apply a changed
                        listen, panel.adapter or panel.cpanel.socket
  --no-start            install without starting
  --health-seconds N    how long the new release may take to be ready (default 30)
  --dry-run             print every step and change nothing
  --yes                 allowed, and without effect: nothing but --sign-out is asked, on a terminal
  --json                report as JSON on standard output
  --prefix DIR          install below DIR, without root and without registering anything

Exit codes: 0 done or nothing to do, 2 usage, 3 refused before any change, 4 failed and rolled back,
5 failed and could not be rolled back completely.
`

export const UNINSTALL_USAGE = `Usage: uninstall [options]

  --keep-data           keep data, configuration and secrets in the data directory (default)
  --archive FILE        save data, configuration and logs to FILE (tar.gz), compare, then remove them
  --sign-out            go on where the sessions of a Roundcube cannot be given back
  --purge               remove them, and Postern's tables in a database that stays; needs --yes
  --yes                 confirm --purge; nothing is asked
  --dry-run             print every step and change nothing
  --json                report as JSON on standard output
  --prefix DIR          remove what was installed below DIR

Files that Postern did not make, and what the configuration places elsewhere, stay and are named.

Exit codes: 0 removed or nothing there, 2 usage, 3 refused before any change, 5 something could not be removed.
`

/** The command line cannot be understood; the message says why. */
export class OptionsFault extends Error {
  override readonly name = 'OptionsFault'
}

/** Which panel Postern is registered with. */
export type PanelName = 'cpanel' | 'generic'

interface CommonOptions {
  /** Absolute; empty for the real root. */
  readonly prefix: string
  readonly isDryRun: boolean
  readonly asJson: boolean
  /** Sessions of a Roundcube that cannot be copied end. */
  readonly signsOut: boolean
}

export interface InstallOptions extends CommonOptions {
  readonly command: 'install'
  readonly configSource: string | undefined
  readonly authUrl: string | undefined
  readonly panel: PanelName | undefined
  /** Folder of the configuration of a Roundcube, or `none`; undefined: as before. */
  readonly roundcube: string | undefined
  /** Folder of plugins of that Roundcube, or `none`; undefined: as before. */
  readonly roundcubePlugin: string | undefined
  /** Whether the Dovecot of this machine is to trust us; undefined: as before. */
  readonly dovecot: 'trust' | 'none' | undefined
  readonly isRepair: boolean
  readonly startsService: boolean
  readonly healthMs: number
  /** NODE_BINARY of the environment, where it is what runs the installer; undefined leaves the choice as it was. */
  readonly nodeBinary: string | undefined
}

export interface UninstallOptions extends CommonOptions {
  readonly command: 'uninstall'
  readonly data:
    | { readonly kind: 'keep' }
    | { readonly kind: 'archive'; readonly file: string }
    | { readonly kind: 'purge' }
}

/** undefined requests the usage. Throws OptionsFault. */
export function parseInstallerArguments(
  command: string | undefined,
  args: readonly string[],
  { nodeBinary }: Pick<InstallOptions, 'nodeBinary'> = { nodeBinary: undefined },
): InstallOptions | UninstallOptions | undefined {
  if (args.includes('--help') || args.includes('-h')) return undefined
  if (command === 'install') return { ...parseInstall(args), nodeBinary }
  if (command === 'uninstall') return parseUninstall(args)
  throw new OptionsFault(`unknown command "${command ?? ''}"`)
}

const common = {
  prefix: { type: 'string', default: '' },
  'dry-run': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  'sign-out': { type: 'boolean', default: false },
} as const

function parseInstall(args: readonly string[]): Omit<InstallOptions, 'nodeBinary'> {
  const values = read(args, {
    ...common,
    config: { type: 'string' },
    'auth-url': { type: 'string' },
    panel: { type: 'string' },
    roundcube: { type: 'string' },
    'roundcube-plugin': { type: 'string' },
    dovecot: { type: 'string' },
    repair: { type: 'boolean', default: false },
    'no-start': { type: 'boolean', default: false },
    'health-seconds': { type: 'string', default: '30' },
  } as const)
  const { panel } = values
  if (panel !== undefined && panel !== 'cpanel' && panel !== 'generic') {
    throw new OptionsFault('--panel: must be cpanel or generic')
  }
  const { roundcube } = values
  if (roundcube !== undefined && roundcube !== 'none' && !isAbsolute(roundcube)) {
    throw new OptionsFault('--roundcube: must be an absolute path, or none')
  }
  const roundcubePlugin = values['roundcube-plugin']
  if (roundcubePlugin !== undefined && roundcubePlugin !== 'none' && !isAbsolute(roundcubePlugin)) {
    throw new OptionsFault('--roundcube-plugin: must be an absolute path, or none')
  }
  if ((roundcube ?? roundcubePlugin) !== undefined && values['no-start']) {
    throw new OptionsFault('--roundcube needs a Postern that runs: not with --no-start')
  }
  const { dovecot } = values
  if (dovecot !== undefined && dovecot !== 'trust' && dovecot !== 'none') {
    throw new OptionsFault('--dovecot: must be trust or none')
  }
  const seconds = Number(values['health-seconds'])
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) {
    throw new OptionsFault('--health-seconds: must be 1..600')
  }
  return {
    command: 'install',
    ...commonOf(values),
    configSource: values.config === undefined ? undefined : resolve(values.config),
    authUrl: values['auth-url'],
    panel,
    roundcube,
    roundcubePlugin,
    dovecot,
    isRepair: values.repair,
    startsService: !values['no-start'],
    healthMs: seconds * 1_000,
  }
}

function parseUninstall(args: readonly string[]): UninstallOptions {
  const values = read(args, {
    ...common,
    'keep-data': { type: 'boolean', default: false },
    archive: { type: 'string' },
    purge: { type: 'boolean', default: false },
  } as const)
  const chosen = [values['keep-data'], values.archive !== undefined, values.purge].filter(Boolean)
  if (chosen.length > 1) throw new OptionsFault('choose one of --keep-data, --archive and --purge')
  if (values.purge && !values.yes) throw new OptionsFault('--purge destroys data: it needs --yes')
  const data =
    values.archive !== undefined
      ? ({ kind: 'archive', file: resolve(values.archive) } as const)
      : ({ kind: values.purge ? 'purge' : 'keep' } as const)
  return { command: 'uninstall', ...commonOf(values), data }
}

function read<
  const Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object,
>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values
  } catch (cause) {
    throw new OptionsFault(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function commonOf(values: {
  readonly prefix: string
  readonly 'dry-run': boolean
  readonly json: boolean
  readonly 'sign-out': boolean
}): CommonOptions {
  if (values.prefix !== '' && !isAbsolute(values.prefix)) {
    throw new OptionsFault('--prefix: must be an absolute path')
  }
  const prefix = values.prefix === '' ? '' : resolve(values.prefix)
  return {
    prefix: prefix === '/' ? '' : prefix,
    isDryRun: values['dry-run'],
    asJson: values.json,
    signsOut: values['sign-out'],
  }
}
