import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '../config/system-error.ts'

/** What a pool of php-fpm says of the sessions of its PHP. */
export interface PoolSetting {
  readonly name: 'session.save_path' | 'session.save_handler'
  readonly value: string
  /** By `php_admin_value`: no `ini_set` changes it. */
  readonly isFixed: boolean
}

/** Folders below `/etc` in which packages keep pools, and in which Debian and Remi have one for each PHP. */
const FOLDERS = ['php-fpm.d']
const FOLDERS_BY_VERSION = [
  { of: 'php', at: 'fpm/pool.d' },
  { of: 'opt/remi', at: 'php-fpm.d' },
]

// php.net, "FPM configuration": "Passing environment variables and PHP settings to a pool".
const SECTION = /^\[([^\]]+)\]/
const USER = /^user\s*=\s*["']?([^"'\s;]+)/
const SETTING =
  /^php_(admin_)?value\[(session\.save_path|session\.save_handler)\]\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]\S*))/

/** What the pools of a user, by name or number, say. Those that say nothing are not told. `etc` is the machine's `/etc`. */
export async function readPoolSettings(
  users: readonly string[],
  etc: string,
): Promise<readonly PoolSetting[]> {
  const found: PoolSetting[] = []
  for (const folder of await poolFolders(etc)) {
    const names = (await namesIn(folder)).filter((name) => name.endsWith('.conf'))
    for (const name of names) {
      found.push(...settingsOf(await readFile(join(folder, name), 'latin1'), users))
    }
  }
  return found
}

async function poolFolders(etc: string): Promise<readonly string[]> {
  const folders = FOLDERS.map((folder) => join(etc, folder))
  for (const { of, at } of FOLDERS_BY_VERSION) {
    for (const version of await namesIn(join(etc, of))) {
      folders.push(join(etc, of, version, at))
    }
  }
  return folders
}

/** In order; empty for a folder that is missing. */
async function namesIn(folder: string): Promise<readonly string[]> {
  return ((await unlessMissing(readdir(folder))) ?? []).sort()
}

interface Pool {
  readonly settings: PoolSetting[]
  user: string | undefined
  pool: string
}

function settingsOf(text: string, users: readonly string[]): readonly PoolSetting[] {
  const pools: Pool[] = []
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const section = SECTION.exec(line)?.[1]
    if (section !== undefined) pools.push({ settings: [], user: undefined, pool: section })
    const pool = pools.at(-1)
    if (pool === undefined) continue
    pool.user = USER.exec(line)?.[1] ?? pool.user
    const [, admin, name, double, single, bare] = SETTING.exec(line) ?? []
    if (name !== 'session.save_path' && name !== 'session.save_handler') continue
    const value = (double ?? single ?? bare ?? '').replaceAll('$pool', pool.pool)
    pool.settings.push({ name, value, isFixed: admin !== undefined })
  }
  return pools.flatMap(({ user, settings }) =>
    user !== undefined && users.includes(user) ? settings : [],
  )
}
