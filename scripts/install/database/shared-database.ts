import type { Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import { isInOwnRoot, sqliteFile } from '../own/installation-names.ts'
import type { Layout } from '../machine/layout.ts'
import { findSystemUser, SERVICE_USER } from '../machine/ownership.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'

/** A SQLite database outside of Postern's own directories, and what the service lacks to write it. */
export interface SharedDatabase {
  readonly file: string
  /** SQLite makes files of its own in it. */
  readonly directory: string
  /** Groups that let the service write it and that its user is not in. */
  readonly missingGroups: readonly string[]
  /** Those its user is in by `/etc/group`. */
  readonly ownGroups: readonly string[]
  /** What stays out of reach with these groups. */
  readonly refused: readonly RefusedPath[]
}

/** What the user of the service could not do, and as root the command that mends it. */
export interface RefusedPath {
  readonly path: string
  readonly seen: string
  readonly remedy: string
}

interface Group {
  readonly name: string
  readonly gid: number
  readonly members: readonly string[]
}

/** Bits of one class of users. */
const WRITE_FILE = 0o6
const WRITE_DIRECTORY = 0o7
const PASS = 0o1

/** Undefined for a database of a server and one in Postern's own directories. */
export async function findSharedDatabase(
  layout: Layout,
  config: Config,
): Promise<SharedDatabase | undefined> {
  const named = sqliteFile(layout, config)
  if (named === undefined) return undefined
  const file = await withoutLinks(resolve(dirname(layout.configFile), named))
  if (isInOwnRoot(layout, file)) return undefined
  const directory = dirname(file)
  const groups = await listGroups()
  const ids = await findSystemUser(SERVICE_USER)
  const own = groups.filter(
    ({ name, gid, members }) =>
      name === SERVICE_USER || gid === ids?.gid || members.includes(SERVICE_USER),
  )
  const wanted = [
    { path: file, bits: WRITE_FILE, letters: 'rw' },
    { path: directory, bits: WRITE_DIRECTORY, letters: 'rwx' },
    ...parentsOf(directory).map((path) => ({ path, bits: PASS, letters: 'x' })),
  ]
  const found = (await Promise.all(wanted.map(examine))).flat()
  const user = { uid: ids?.uid, gids: new Set(own.map(({ gid }) => gid)) }
  const missing = found.filter(
    ({ bits, stats }) =>
      !may(stats, bits, user) &&
      // The group of root opens far more than a database.
      stats.gid !== 0 &&
      (bits !== PASS || may(stats, bits, { gids: new Set([stats.gid]) })),
  )
  const gids = new Set([...user.gids, ...missing.map(({ stats }) => stats.gid)])
  const owners = await primaryGroups()
  const nameOf = (id = 0) => groups.find(({ gid }) => gid === id)?.name ?? String(id)
  return {
    file,
    directory,
    missingGroups: [...new Set(missing.map(({ stats }) => nameOf(stats.gid)))],
    ownGroups: own.map(({ name }) => name),
    refused: found
      .filter(({ bits, stats }) => !may(stats, bits, { ...user, gids }))
      .map((path) => refusedPath(path, nameOf(path.stats.gid), nameOf(owners.get(path.stats.uid)))),
  }
}

interface Wanted {
  readonly path: string
  /** What the service must be able to do with it. */
  readonly bits: number
  readonly letters: string
}

type Examined = Wanted & { readonly stats: Stats }

/** Empty for what is missing: the service makes the file where it may write the directory. */
async function examine(wanted: Wanted): Promise<readonly Examined[]> {
  const stats = await unlessMissing(stat(wanted.path))
  return stats === undefined ? [] : [{ ...wanted, stats }]
}

function refusedPath(
  { path, bits, letters, stats }: Examined,
  group: string,
  ownerGroup: string,
): RefusedPath {
  const seen = `mode ${(stats.mode & 0o777).toString(8)}, group ${group}`
  if (bits === PASS) return { path, seen, remedy: `chmod o+x ${path}` }
  const open = `chmod g+${letters} ${path}`
  if (stats.gid !== 0) return { path, seen, remedy: open }
  const shared = stats.uid === 0 ? SERVICE_USER : ownerGroup
  return { path, seen, remedy: `chgrp ${shared} ${path} && ${open}` }
}

/** By the class of the caller, as the system does it: an owner without a right has none through the group. */
function may(
  { uid, gid, mode }: Stats,
  bits: number,
  who: { readonly uid?: number | undefined; readonly gids: ReadonlySet<number> },
): boolean {
  const shift = uid === who.uid ? 6 : who.gids.has(gid) ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

/** SQLite puts its files beside the file itself. */
async function withoutLinks(path: string): Promise<string> {
  const file = await unlessMissing(realpath(path))
  if (file !== undefined) return file
  const directory = await unlessMissing(realpath(dirname(path)))
  return join(directory ?? dirname(path), basename(path))
}

function parentsOf(directory: string): readonly string[] {
  const parent = dirname(directory)
  return parent === directory ? [] : [parent, ...parentsOf(parent)]
}

async function listGroups(): Promise<readonly Group[]> {
  const lines = (await readFile('/etc/group', 'utf8')).split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [name = '', , gid = '', members = ''] = line.split(':')
    return { name, gid: Number(gid), members: members.split(',') }
  })
}

/** Ids of the groups of local users, by user id. */
async function primaryGroups(): Promise<ReadonlyMap<number, number>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [, , uid, gid] = line.split(':').map(Number)
      return [uid ?? NaN, gid ?? NaN]
    }),
  )
}
