import { basename, join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import type { Layout } from '../machine/layout.ts'
import {
  accountKeyRule,
  anyRule,
  dataNames,
  logNames,
  namedPath,
  ruleOfNames,
  secretNames,
  sqliteNames,
  type OwnNames,
} from './names.ts'
import type { OwnRule } from './own-tree.ts'
import { findReleases, listIn, releaseRule } from './release-tree.ts'

/** Directories that are Postern's, by the layout. */
export function ownRoots({ runDir, logDir, dataDir, configDir, home }: Layout): readonly string[] {
  // The program and its record last: a removal that is interrupted is carried out again from there.
  return [runDir, logDir, dataDir, configDir, home]
}

/** Whether a path is in one of the directories that are Postern's. */
export function isInOwnRoot(layout: Layout, path: string): boolean {
  return ownRoots(layout).some((root) => path === root || path.startsWith(`${root}/`))
}

/** The SQLite file of the configuration, or of the first one where that is missing; undefined for one of a server. */
export function sqliteFile(layout: Layout, config: Config | undefined): string | undefined {
  if (config === undefined) return join(layout.dataDir, 'postern.db')
  const { url } = config.database
  return url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : undefined
}

/** Names of what the service and the commands make, but for the database. Some may lie outside of Postern's directories. */
export function serviceNames(layout: Layout, config: Config | undefined): readonly OwnNames[] {
  const { configDir, configFile, secretsDir, dataDir, stateDir } = layout
  const shim = join(configDir, 'shim')
  return [
    namedPath(layout.socket, 'socket'),
    namedPath(layout.supervisorState, 'file'),
    namedPath(`${layout.supervisorState}.new`, 'file'),
    logNames(layout.errorLog),
    logNames(layout.outputLog),
    ...dataNames(dataDir),
    secretNames(join(dataDir, 'keys')),
    secretNames(stateDir),
    namedPath(join(stateDir, basename(configFile)), 'file'),
    // The list for a purge of Debian (scripts/install/removal/keep-configuration.ts).
    namedPath(join(stateDir, 'files'), 'file'),
    namedPath(configFile, 'file'),
    // Of the installer, where a user has changed theirs, and of `postern setup`.
    namedPath(`${configFile}.new`, 'file'),
    secretNames(secretsDir),
    namedPath(join(shim, 'accounts.json'), 'file'),
    ...(config === undefined ? [] : configuredNames(config)),
  ]
}

function configuredNames(config: Config): readonly OwnNames[] {
  const { listen, panel, webmail, audit } = config
  const sockets = [listen, config.private, webmail.sessions].flatMap((address) =>
    address !== null && 'unix' in address ? [address.unix] : [],
  )
  return [
    ...[...sockets, panel.cpanel.socket].map((path) => namedPath(path, 'socket')),
    ...dataNames(config.dataDir),
    secretNames(secretsDirectoryOf(config)),
    logNames(config.errorLog),
    ...(audit.file === null ? [] : [logNames(audit.file)]),
    namedPath(panel.shim.accountsFile, 'file'),
  ]
}

/** What of the data directory a new installation gives to its service: data that an earlier removal kept belong to root. */
export function dataRule(layout: Layout, config: Config): OwnRule {
  const file = sqliteFile(layout, config)
  return ruleOfNames([
    ...serviceNames(layout, config),
    ...(file === undefined ? [] : [sqliteNames(file)]),
  ])
}

interface ProgramOptions {
  /** Releases that an installation wrote down. */
  readonly recorded: ReadonlySet<string>
  /** List of a release for those that have lost theirs. */
  readonly otherList: string
}

/** What an installation places in its own directories beside that: releases, links, the record, keys of hosting accounts. */
export async function programRule(
  layout: Layout,
  { recorded, otherList }: ProgramOptions,
): Promise<OwnRule> {
  const { home, releases, current, stateFile, journalFile, configDir } = layout
  const paths = await findReleases(releases, recorded)
  const lists = await Promise.all(paths.map(listIn))
  // One that has lost its list is most likely of the same files.
  const known = [...lists, otherList].join('\n')
  const names = [
    namedPath(stateFile, 'file'),
    namedPath(journalFile, 'file'),
    namedPath(current, 'link'),
    namedPath(join(home, 'node'), 'link'),
    // For the folder alone.
    { directory: releases, type: 'other' as const, isName: () => false },
  ]
  return anyRule([
    ruleOfNames(names),
    ...(await Promise.all(paths.map((path) => releaseRule(path, known)))),
    accountKeyRule(join(configDir, 'shim', 'keys')),
  ])
}
