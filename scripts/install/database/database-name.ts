import { dirname, resolve } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import { sqliteFile } from '../own/installation-names.ts'

/** What `database.url` names: the path of a SQLite file, or the address of a server without user and password. */
export function databaseName(layout: Layout, config: Config): string {
  const file = sqliteFile(layout, config)
  if (file !== undefined) return resolve(dirname(layout.configFile), file)
  const { protocol, host, pathname } = new URL(config.database.url)
  return `${protocol}//${host}${pathname}`
}
