import { resolve } from 'node:path'
import type { Config } from './schema.ts'

const SQLITE = 'sqlite:'

/**
 * The configuration with every path that is relative resolved against `directory`, that of its file: what a path means must not
 * depend on where a command is typed.
 */
export function withAbsolutePaths(config: Config, directory: string): Config {
  const absolute = (path: string): string => resolve(directory, path)
  const orNull = (path: string | null): string | null => (path === null ? null : absolute(path))
  const address = <Address extends object | null>(at: Address): Address =>
    at !== null && hasSocket(at) ? { ...at, unix: absolute(at.unix) } : at
  const { panel, webmail, database, migration, audit } = config
  return {
    ...config,
    listen: address(config.listen),
    private: address(config.private),
    panel: {
      ...panel,
      shim: { ...panel.shim, accountsFile: absolute(panel.shim.accountsFile) },
      cpanel: { ...panel.cpanel, socket: absolute(panel.cpanel.socket) },
    },
    webmail: { ...webmail, sessions: address(webmail.sessions) },
    branding: config.branding.map((brand) => ({ ...brand, logo: orNull(brand.logo) })),
    database: { ...database, url: absoluteUrl(database.url, absolute) },
    migration: {
      ...migration,
      roundcube: migration.roundcube === null ? null : absoluteUrl(migration.roundcube, absolute),
    },
    audit: { ...audit, file: orNull(audit.file) },
    dataDir: absolute(config.dataDir),
    credentialsDir: orNull(config.credentialsDir),
    errorLog: absolute(config.errorLog),
  }
}

function absoluteUrl(url: string, absolute: (path: string) => string): string {
  return url.startsWith(SQLITE) ? `${SQLITE}${absolute(url.slice(SQLITE.length))}` : url
}

function hasSocket(address: object): address is { readonly unix: string } {
  return 'unix' in address
}
