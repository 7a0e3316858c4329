import { lstat, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { jsonOf } from '../../../plugin/config/corrupt-file.ts'
import { unfinishedPath } from '../machine/own-file.ts'
import type { EntryType, OwnRule } from './own-tree.ts'

/** Names in one directory that Postern gives to what it makes there. */
export interface OwnNames {
  readonly directory: string
  readonly type: EntryType
  readonly isName: (name: string) => boolean
}

/** An SQLite file with its journals, a copy that is being made, and what was moved aside (store/file/move-aside.ts). */
const BESIDE_SQLITE = /^(\.new|\.(corrupt|before-restore)-\d+)?(-(wal|shm|journal))?$/
/** As logrotate names them, with and without dateext. */
const ROTATED = /^(([.-]\d+)+(\.(gz|bz2|xz|zst))?)?$/
const KEY = /^[\w-]{1,64}\.key$/
const SECRET =
  /^(panel-binding|panel-hand-over|imap-master|webmail-sessions|webmail-des-key|webmail-plugin|password-change|(database|redis|ldap)-password)\.secret(\.new)?$/
const STATE = /^(journal-[01]\.log(\.before-restore-\d+)?|(admin|clock)\.json|clock\.json\.new)$/
/** A file on its way, and what is known of it (plugin/uploads/staging-directory.ts). */
const UPLOAD = /^[0-9a-f]{32}\.[\w-]+(\.json)?$/

/** The SQLite file of this path. */
export function sqliteNames(path: string): OwnNames {
  return beside(path, BESIDE_SQLITE)
}

/** The log of this path, and those it was rotated to. */
export function logNames(path: string): OwnNames {
  return beside(path, ROTATED)
}

function beside(path: string, rest: RegExp): OwnNames {
  const base = basename(path)
  const isName = (name: string) => name.startsWith(base) && rest.test(name.slice(base.length))
  return { directory: dirname(path), type: 'file', isName }
}

/** What the service makes in its data directory, but for the database and the log. */
export function dataNames(dataDir: string): readonly OwnNames[] {
  return [
    sqliteNames(join(dataDir, 'spool.db')),
    sqliteNames(join(dataDir, 'spool-copy.db')),
    { directory: dataDir, type: 'file', isName: (name) => STATE.test(name) },
    { directory: join(dataDir, 'uploads'), type: 'file', isName: (name) => UPLOAD.test(name) },
  ]
}

/** Keys and secrets, also those that a user wrote there for Postern. */
export function secretNames(directory: string): OwnNames {
  return { directory, type: 'file', isName: isSecretName }
}

export function isSecretName(name: string): boolean {
  return KEY.test(name) || SECRET.test(name)
}

/** One path. */
export function namedPath(path: string, type: EntryType): OwnNames {
  return { directory: dirname(path), type, isName: (name) => name === basename(path) }
}

/** Names of that type in their directory, also unfinished; and the directories themselves, with those above them. */
export function ruleOfNames(names: readonly OwnNames[]): OwnRule {
  const byDirectory = new Map<string, OwnNames[]>()
  for (const one of names) {
    const others = byDirectory.get(one.directory)
    if (others === undefined) byDirectory.set(one.directory, [one])
    else others.push(one)
  }
  const directories = new Set<string>()
  for (const directory of byDirectory.keys()) {
    for (let at = directory; at !== dirname(at); at = dirname(at)) directories.add(at)
  }
  return (path, type) => {
    if (type === 'directory') return directories.has(path)
    const name = basename(path)
    const finished = type === 'socket' ? name : finishedName(name)
    const known = byDirectory.get(dirname(path)) ?? []
    return known.some((one) => one.type === type && one.isName(finished))
  }
}

function finishedName(name: string): string {
  const mark = unfinishedPath('')
  return name.endsWith(mark) ? name.slice(0, -mark.length) : name
}

const keyFile = z.strictObject({ account: z.string(), key: z.string(), socket: z.string() })

/** Key files of hosting accounts: their names are those of home directories, so their content tells whose they are. */
export function accountKeyRule(keyDirectory: string): OwnRule {
  return async (path, type) => {
    if (path === keyDirectory) return type === 'directory'
    if (dirname(path) !== keyDirectory || type !== 'file') return false
    return /\.json(\.postern-new)?$/.test(path) && (await isAccountKey(path))
  }
}

/** Whether a file is the key of a hosting account (scripts/install/shim-accounts/sync-accounts.ts), or was to become one. */
export async function isAccountKey(path: string): Promise<boolean> {
  if (!(await lstat(path)).isFile()) return false
  // Of a disk that became full.
  if (path.endsWith(unfinishedPath(''))) return true
  return keyFile.safeParse(jsonOf(await readFile(path, 'utf8'))).success
}

/** A rule of several: what one of them knows. */
export function anyRule(rules: readonly OwnRule[]): OwnRule {
  return async (path, type) => {
    for (const isOwn of rules) if (await isOwn(path, type)) return true
    return false
  }
}
