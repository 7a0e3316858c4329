import { realpath } from 'node:fs/promises'
import { parseDatabaseUrl, type SessionStorageTarget } from '../../store/index.ts'

/** Whether Postern keeps its sessions in the same table: both find there what the other one wrote. */
export async function isPosternsTable(
  target: SessionStorageTarget,
  databaseUrl: string,
): Promise<boolean> {
  if (target.kind !== 'table' || target.table !== 'session') return false
  const own = parseDatabaseUrl(databaseUrl)
  const { database } = target
  if (own.dialect === 'sqlite' || database.dialect === 'sqlite') {
    if (own.dialect !== 'sqlite' || database.dialect !== 'sqlite') return false
    return (await withoutLinks(own.path)) === (await withoutLinks(database.path))
  }
  return own.dialect === database.dialect && serverOf(own.url) === serverOf(database.url)
}

const PORTS: Readonly<Record<string, string>> = {
  'mysql:': '3306',
  'postgres:': '5432',
  'postgresql:': '5432',
}
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

function serverOf(url: string): string {
  const { protocol, hostname, port, pathname, searchParams } = new URL(url)
  const isSocket = searchParams.has('socketPath') || searchParams.has('host')
  const host = isSocket || LOOPBACK.has(hostname) ? 'localhost' : hostname
  return `${host}:${port || (PORTS[protocol] ?? '')}${pathname}`
}

function withoutLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
