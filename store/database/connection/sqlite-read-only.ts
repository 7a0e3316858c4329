import { readOnlyUri } from '../../sql/read-only-uri.ts'
import { type DatabaseConnection, openKnex } from './connection.ts'
import { waitWhenBusy } from './sqlite.ts'

/** An SQLite file that is only read: neither the file nor anything beside it is made or changed. */
export async function openSqliteReadOnly(
  path: string,
  busyTimeoutMs: number,
): Promise<Pick<DatabaseConnection, 'knex' | 'close'>> {
  const knex = openKnex('sqlite3', {
    client: 'sqlite3',
    connection: { filename: await readOnlyUri(path), flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    pool: { min: 0, max: 1, afterCreate: waitWhenBusy(busyTimeoutMs) },
  })
  return { knex, close: () => knex.destroy() }
}
