import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  SessionStorageFault,
  type FileOwner,
  type MemcachedHost,
  type SessionStorageTarget,
} from '../../store/index.ts'
import { readPoolSettings } from './fpm-pools.ts'
import type { RoundcubeSettings } from './read-roundcube.ts'

/** Where the settings place the sessions, with words for it that hold no secret. */
export interface FoundStorage {
  readonly name: string
  readonly target: SessionStorageTarget
}

/** Throws SessionStorageFault for what Postern does not know how to read. `etc` is the machine's `/etc`. */
export async function findStorage(
  settings: RoundcubeSettings,
  etc = '/etc',
): Promise<FoundStorage> {
  const storage = settings.session_storage ?? 'db'
  switch (storage) {
    case 'db':
      return findTable(settings)
    case 'redis':
      return findRedis(settings)
    case 'memcache':
    case 'memcached':
      return findMemcached(settings)
    case 'php':
      return findFiles(settings, etc)
    default:
      throw new SessionStorageFault(`session_storage '${storage}' is none that is known`)
  }
}

/** `driver://user:password@host:port/name?options`, and `unix(PATH)` or `tcp(HOST:PORT)` for a host (PEAR's form). */
const DSN =
  /^(?<driver>\w+)(?:\(\w+\))?:\/\/(?:(?<user>[^:@/]*)(?::(?<password>.*))?@)?(?:unix\((?<socket>[^)]*)\)|(?:tcp\()?(?<host>[^/:()?]*)(?::(?<port>\d+))?\)?)\/(?<name>[^?]*)/

/** Where PHP's drivers look for a server that is named `localhost`. */
const MYSQL_SOCKETS = ['/run/mysqld/mysqld.sock', '/var/lib/mysql/mysql.sock']

function findTable({ db_dsnw: dsn, db_prefix: prefix }: RoundcubeSettings): FoundStorage {
  const table = `${prefix ?? ''}session`
  if (!/^\w{1,64}$/.test(table)) throw new SessionStorageFault('db_prefix is no part of a name')
  const parts = DSN.exec(dsn ?? '')?.groups
  const { driver, user = '', password, socket, host = '', port, name = '' } = parts ?? {}
  if (driver === 'sqlite') {
    const path = `/${name.replace(/^\/+/, '')}`
    if (!existsSync(path)) {
      throw new SessionStorageFault(`there is no ${path}, which db_dsnw names`)
    }
    const database = { dialect: 'sqlite', path } as const
    return { name: `the table ${table} of ${path}`, target: { kind: 'table', database, table } }
  }
  const dialect = driver === undefined ? undefined : DIALECTS[driver]
  if (dialect === undefined) {
    throw new SessionStorageFault('db_dsnw names no database that is known')
  }
  const account = [user, ...(password === undefined ? [] : [password])]
    .map((part) => encodeURIComponent(decoded(part)))
    .join(':')
  const path = socket ?? (dialect === 'mysql' ? mysqlSocket(host, port) : undefined)
  const server = host === '' ? 'localhost' : host
  const query = path === undefined ? '' : `?${SOCKET_OPTIONS[dialect]}=${encodeURIComponent(path)}`
  const url = `${dialect}://${account}@${server}${port === undefined ? '' : `:${port}`}/${name}${query}`
  const shown = `${dialect}://${path ?? server}${port === undefined ? '' : `:${port}`}/${name}`
  return {
    name: `the table ${table} of ${shown}`,
    target: { kind: 'table', database: { dialect, url }, table },
  }
}

const DIALECTS: Readonly<Record<string, 'mysql' | 'postgres'>> = {
  mysql: 'mysql',
  mysqli: 'mysql',
  pgsql: 'postgres',
  postgres: 'postgres',
}

const SOCKET_OPTIONS = { mysql: 'socketPath', postgres: 'host' } as const

function mysqlSocket(host: string, port: string | undefined): string | undefined {
  if (port !== undefined || (host !== '' && host !== 'localhost')) return undefined
  return MYSQL_SOCKETS.find((path) => existsSync(path))
}

/** Percent signs stand for themselves where they encode nothing. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `host:port:database:password`, and a socket as `unix:///path`. */
const REDIS_HOST =
  /^(?:(?<scheme>tcp|tls|ssl):\/\/)?(?:unix:\/\/(?<socket>[^:]+)|(?<host>\[[^\]]+\]|[^:]+)(?::(?<port>\d*))?)(?::(?<database>\d*))?(?::(?<password>.*))?$/
const REDIS_PORT = '6379'

function findRedis({ redis_hosts: hosts }: RoundcubeSettings): FoundStorage {
  const [first, ...others] = hosts ?? []
  const parts = REDIS_HOST.exec(first ?? '')?.groups
  if (parts === undefined || others.length > 0) {
    throw new SessionStorageFault('redis_hosts does not name one server')
  }
  const { scheme, socket, host = '', password } = parts
  const [database, port] = [orElse(parts['database'], '0'), orElse(parts['port'], REDIS_PORT)]
  const secret = encodeURIComponent(password ?? '')
  if (socket !== undefined) {
    const query = password === undefined ? '' : `&password=${secret}`
    const url = `${socket}?db=${database}${query}`
    return { name: `the Redis at ${socket}, database ${database}`, target: { kind: 'redis', url } }
  }
  const server = `${host}:${port}`
  const protocol = scheme === 'tls' || scheme === 'ssl' ? 'rediss' : 'redis'
  const url = `${protocol}://${password ? `:${secret}@` : ''}${server}/${database}`
  return { name: `the Redis at ${server}, database ${database}`, target: { kind: 'redis', url } }
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text
}

const MEMCACHED_PORT = '11211'

function findMemcached({ memcache_hosts: hosts }: RoundcubeSettings): FoundStorage {
  const found = (hosts ?? []).map((text): MemcachedHost => {
    const path = /^unix:\/\/([^:]+)/.exec(text)?.[1]
    if (path !== undefined) return { path }
    const [, host = '', port] = /^(?:tcp:\/\/)?([^:]+)(?::(\d+))?/.exec(text) ?? []
    return { host, port: Number(port ?? MEMCACHED_PORT) }
  })
  if (found.length === 0) throw new SessionStorageFault('memcache_hosts names no server')
  const names = found.map((host) => ('path' in host ? host.path : `${host.host}:${host.port}`))
  return {
    name: `the memcached at ${names.join(' and ')}`,
    target: { kind: 'memcached', hosts: found },
  }
}

async function findFiles(settings: RoundcubeSettings, etc: string): Promise<FoundStorage> {
  const owner = await phpUser(settings)
  const { handler, path } = await savePosition(settings, { owner, etc })
  if (handler !== 'files') {
    throw new SessionStorageFault(`PHP keeps its sessions by '${handler}' (session.save_handler)`)
  }
  // `N;MODE;PATH`: in so many levels of folders (php.net, session.save_path).
  const [directory = '', ...before] = path.split(';').toReversed()
  if (before.length > 0 && Number(before.at(-1)) !== 0) {
    throw new SessionStorageFault(`PHP keeps its sessions in folders of folders (${path})`)
  }
  return {
    name: `the files of PHP in ${directory}`,
    target: { kind: 'files', directory, owner },
  }
}

interface SavePosition {
  readonly handler: string
  readonly path: string
}

/** By php-fpm where a pool of that user says so: PHP on the command line, which was asked, knows nothing of pools. */
async function savePosition(
  { save_handler: handler, save_path: path, sets_save: isSet }: RoundcubeSettings,
  { owner, etc }: { readonly owner: FileOwner; readonly etc: string },
): Promise<SavePosition> {
  const pools = await readPoolSettings(await namesOfUser(owner.uid, etc), etc)
  const heeded = pools.filter(({ isFixed }) => isFixed || !isSet)
  const valueOf = (name: string, otherwise: string): string => {
    const values = new Set(heeded.filter((one) => one.name === name).map(({ value }) => value))
    const [first = otherwise, ...others] = values
    if (others.length === 0) return first
    const all = [...values].join(', ')
    throw new SessionStorageFault(`the pools of php-fpm differ in ${name} (${all})`)
  }
  return {
    handler: valueOf('session.save_handler', handler),
    path: valueOf('session.save_path', path),
  }
}

async function namesOfUser(uid: number, etc: string): Promise<readonly string[]> {
  const lines = (await readFile(join(etc, 'passwd'), 'utf8')).split('\n')
  const users = lines.map((line) => line.split(':')).filter(([, , id]) => Number(id) === uid)
  return [String(uid), ...users.map(([name = '']) => name)]
}

/** Whom PHP runs as is seen by what it must be able to write. */
async function phpUser({ temp_dir: temp, log_dir: log }: RoundcubeSettings): Promise<FileOwner> {
  for (const folder of [temp, log]) {
    const found = folder ? await stat(folder).catch(() => undefined) : undefined
    if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  throw new SessionStorageFault(
    'nobody can tell whom PHP runs as: temp_dir and log_dir are missing, or belong to root',
  )
}
