import type { ConnectionLimits, DatabaseConnection, DatabaseTarget } from './connection.ts'
import { connectServer } from './server.ts'
import { connectSqlite } from './sqlite.ts'

/** Opens the database lazily: knex connects at the first statement. Throws when the driver is missing. */
export function connectDatabase(
  target: DatabaseTarget,
  limits: ConnectionLimits,
  prepareFile: () => Promise<void> = async () => undefined,
): DatabaseConnection {
  return target.dialect === 'sqlite'
    ? connectSqlite(target.path, limits, prepareFile)
    : connectServer(target, limits)
}
