import { execFile } from 'node:child_process'
import { chown, lstat, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { isRecord, jsonOf } from '../../../plugin/config/corrupt-file.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { findSystemUser, SERVICE_USER, type OwnerIds } from '../machine/ownership.ts'
import { findSharedDatabase } from '../database/shared-database.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { firstConfig } from '../install-config.ts'
import type { UsedConfig } from './used-config.ts'

const COMMAND_MS = 120_000

const contentSchema = z.object({
  /** Tables that Postern alone has use for. */
  own: z.array(z.string()),
  /** Tables that Postern made, and another webmail would have made as well. */
  made: z.array(z.string()),
  foreign: z.array(z.string()),
})

/** Names of the tables in a database. */
export type DatabaseContent = z.output<typeof contentSchema>

/** No release can tell what is in the database, or change it. The message says why. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
}

export interface DatabaseTarget {
  readonly layout: Layout
  readonly machine: Machine
  /** Folder of the package this program belongs to. */
  readonly release: string
  readonly used: UsedConfig | undefined
  /** The SQLite file; undefined for a database of a server. */
  readonly file: string | undefined
}

/** What is in the database, by `postern database inspect`. Throws DatabaseSilent. */
export async function inspectDatabase(target: DatabaseTarget): Promise<DatabaseContent> {
  const parsed = contentSchema.safeParse(jsonOf(await runDatabase(target, ['inspect'])))
  if (parsed.success) return parsed.data
  throw new DatabaseSilent('postern database inspect said nothing that can be read')
}

/** Drops Postern's own tables, by `postern database remove-tables`. Throws DatabaseSilent. */
export async function removeTables(target: DatabaseTarget): Promise<void> {
  await runDatabase(target, ['remove-tables', '--yes'])
}

/** By the installed release, and where that cannot, by the package available. */
async function runDatabase(target: DatabaseTarget, args: readonly string[]): Promise<string> {
  const caller = await chooseCaller(target)
  const configFile = await configFor(target, caller)
  let failure: unknown = new Error('there is no release that could be asked')
  try {
    for (const program of await programsOf(target)) {
      try {
        return await run(caller, [program, 'database', ...args, '--config', configFile.path])
      } catch (error) {
        failure = error
      }
    }
  } finally {
    await configFile.remove()
  }
  throw new DatabaseSilent(reasonOf(failure), { cause: failure })
}

async function programsOf({ layout, release }: DatabaseTarget): Promise<ReadonlySet<string>> {
  const folders = [layout.current, release]
  const found = await Promise.all(
    folders.map((folder) => unlessMissing(realpath(join(folder, 'dist/main.js')))),
  )
  return new Set(found.filter((path) => path !== undefined))
}

/** Whom the command runs as. */
type Caller =
  | { readonly kind: 'as is' }
  | { readonly kind: 'service'; readonly groups: readonly string[] }
  | { readonly kind: 'owner'; readonly ids: OwnerIds }

/**
 * The service, which could write the database as well and is in its groups; without it, the owner of the file: what root makes
 * beside a SQLite file (-wal, -shm) its owner could not write.
 */
async function chooseCaller({ layout, machine, used, file }: DatabaseTarget): Promise<Caller> {
  // Below a prefix the service runs as anyone who installs.
  if (!machine.isForReal) return { kind: 'as is' }
  const hasService = (await findSystemUser(SERVICE_USER)) !== undefined
  if (hasService && used?.isInstalled === true) {
    const database = await findSharedDatabase(layout, used.config)
    const { missingGroups = [], ownGroups = [] } = database ?? {}
    // As in its unit (scripts/install/texts/systemd-units.ts).
    return {
      kind: 'service',
      groups: missingGroups.length > 0 ? [...ownGroups, ...missingGroups] : [],
    }
  }
  const found = file === undefined ? undefined : await unlessMissing(lstat(file))
  if (found === undefined || found.uid === 0) return { kind: 'as is' }
  return { kind: 'owner', ids: { uid: found.uid, gid: found.gid } }
}

interface ConfigFile {
  readonly path: string
  remove(): Promise<void>
}

/** The installed configuration, or one that names this database and can be read by the caller. */
async function configFor(
  { layout, used, file }: DatabaseTarget,
  caller: Caller,
): Promise<ConfigFile> {
  if (used?.isInstalled === true && caller.kind !== 'owner') {
    return { path: layout.configFile, remove: () => Promise.resolve() }
  }
  const first = jsonOf(firstConfig(layout, { panel: 'generic', authUrl: 'http://127.0.0.1/' }))
  const url = file === undefined ? used?.config.database.url : `sqlite:${file}`
  const directory = await mkdtemp(join(tmpdir(), 'postern-removal-'))
  const settings = {
    ...(isRecord(first) ? first : {}),
    database: { url },
    // Of a running Postern, which is stopped: the caller may not look there.
    dataDir: directory,
    // Where a password may lie that the address does not hold.
    credentialsDir: used?.config.credentialsDir ?? layout.secretsDir,
  }
  const path = join(directory, 'postern.json')
  await writeFile(path, JSON.stringify(settings), { mode: 0o600 })
  if (caller.kind === 'owner') {
    for (const given of [path, directory]) await chown(given, caller.ids.uid, caller.ids.gid)
  }
  return { path, remove: () => rm(directory, { recursive: true, force: true }) }
}

function run(caller: Caller, parts: readonly string[]): Promise<string> {
  const [program, args] =
    caller.kind === 'service'
      ? ['setpriv', [...asService(caller.groups), process.execPath, ...parts]]
      : [process.execPath, [...parts]]
  // Nothing of the administrator's shell: POSTERN_* variables would change settings.
  const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', NODE_ENV: 'production' }
  const ids = caller.kind === 'owner' ? caller.ids : {}
  return new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { env, cwd: '/', timeout: COMMAND_MS, encoding: 'utf8', ...ids },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout)
        else reject(new Error(faultLine(stderr) ?? error.message, { cause: error }))
      },
    )
  })
}

function asService(groups: readonly string[]): readonly string[] {
  const group = groups.length === 0 ? '--init-groups' : `--groups=${groups.join(',')}`
  return [`--reuid=${SERVICE_USER}`, `--regid=${SERVICE_USER}`, group]
}

/** Node ends with its version, below the stack. */
function faultLine(text: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.find((line) => line.includes('Error')) ?? lines.findLast((line) => line !== '')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
