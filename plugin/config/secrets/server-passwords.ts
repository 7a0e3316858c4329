import { mkdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readSecretText } from '../../../store/seal/index.ts'
import { usedBy } from '../invalid-setting.ts'
import { fileNamesIn, replaceFile } from './own-files.ts'
import type { Config } from '../schema.ts'
import { secretsDirectoryOf } from './service-user.ts'

/** Servers whose password may lie beside the keys instead of in the configuration. */
export type ServerName = 'database' | 'redis' | 'ldap'

/** Passwords by server; a server without one is missing. */
export type ServerPasswords = Readonly<Partial<Record<ServerName, string>>>

/** The file of a password, e.g. `database-password.secret` in the directory of keys and secrets. */
export function passwordFile(
  config: Pick<Config, 'credentialsDir' | 'dataDir'>,
  server: ServerName,
): string {
  return join(secretsDirectoryOf(config), `${server}-password.secret`)
}

/**
 * The configuration with the passwords from `database-password.secret`, `redis-password.secret` and `ldap-password.secret`
 * beside the keys; one that the configuration itself holds comes first. Throws InvalidSetting for a file that cannot be read, or could be
 * read by others.
 */
export async function withServerPasswords(config: Config): Promise<Config> {
  const setting = config.credentialsDir === null ? 'dataDir' : 'credentialsDir'
  return withPasswords(config, await usedBy(setting, readServerPasswords(config)))
}

/** The same with passwords that are known already. */
export function withPasswords(config: Config, { database, redis, ldap }: ServerPasswords): Config {
  return {
    ...config,
    database: { ...config.database, url: withDatabasePassword(config.database.url, database) },
    redis: withRedisPassword(config.redis, redis),
    contacts: { ...config.contacts, ldap: withLdapPassword(config.contacts.ldap, ldap) },
  }
}

/** What the files hold. Throws for a file that cannot be read, or could be read by others. */
export async function readServerPasswords(
  config: Pick<Config, 'credentialsDir' | 'dataDir'>,
): Promise<ServerPasswords> {
  // A directory that cannot be looked into is named itself, not a file that may not be there.
  const names = await fileNamesIn(secretsDirectoryOf(config))
  const read = async (server: ServerName) => {
    const path = passwordFile(config, server)
    return names.includes(basename(path)) ? readPassword(path) : undefined
  }
  const [database, redis, ldap] = await Promise.all([read('database'), read('redis'), read('ldap')])
  return {
    ...(database === undefined ? {} : { database }),
    ...(redis === undefined ? {} : { redis }),
    ...(ldap === undefined ? {} : { ldap }),
  }
}

/** Writes a password beside the keys, for the owner of that directory, anyone who runs this. */
export async function writeServerPassword(
  config: Pick<Config, 'credentialsDir' | 'dataDir'>,
  server: ServerName,
  password: string,
): Promise<void> {
  const directory = secretsDirectoryOf(config)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { uid, gid } = await stat(directory)
  await replaceFile(passwordFile(config, server), `${password}\n`, { mode: 0o600, uid, gid })
}

async function readPassword(path: string): Promise<string | undefined> {
  const text = await readSecretText(path)
  return text === '' ? undefined : text
}

/** The address with the password, where it names a user of a server and none. */
export function withDatabasePassword(url: string, password: string | undefined): string {
  if (password === undefined || url.startsWith('sqlite:')) return url
  const address = new URL(url)
  if (address.username === '' || address.password !== '') return url
  address.password = encodeURIComponent(password)
  return address.href
}

function withRedisPassword(redis: Config['redis'], password: string | undefined): Config['redis'] {
  if (redis === null || password === undefined) return redis
  if (!('url' in redis)) return redis.password === undefined ? { ...redis, password } : redis
  const address = new URL(redis.url)
  if (address.password !== '') return redis
  address.password = encodeURIComponent(password)
  return { ...redis, url: address.href }
}

function withLdapPassword(
  ldap: Config['contacts']['ldap'],
  password: string | undefined,
): Config['contacts']['ldap'] {
  if (ldap === null || password === undefined || ldap.password !== undefined) return ldap
  return { ...ldap, password }
}

/** A name without its password: the directory would take it for no one, and say that all is well (RFC 4513 5.1.2). */
export function lacksPassword(ldap: Config['contacts']['ldap']): boolean {
  return ldap !== null && ldap.bindDn !== null && ldap.password === undefined
}
