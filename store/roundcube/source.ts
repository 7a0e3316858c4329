import { connectDatabase } from '../database/connection/connect.ts'
import { type DatabaseConnection, parseDatabaseUrl } from '../database/connection/connection.ts'
import { selectRows } from '../database/statement.ts'
import { databaseFault } from '../database/sql-error.ts'
import { RoundcubeFault } from './fault.ts'
import type { RoundcubeData, RoundcubeUser } from './user.ts'
import { copyPrivately } from './private-copy.ts'
import { measureUser, readUsers, readUser, type Tables } from './tables.ts'

/** A database of Roundcube 1.4 or newer, read and never written. Every method throws StoreUnavailable. */
export interface RoundcubeSource {
  /** Those of a user name, whatever its case; all without one. */
  people(username?: string): Promise<readonly RoundcubeUser[]>
  /** All of one user at one moment. Throws RoundcubeFault('too_many_entries'). */
  read(user: RoundcubeUser): Promise<RoundcubeData>
  close(): Promise<void>
}

interface RoundcubeSourceOptions {
  /** `sqlite:PATH`, `mysql://...` or `postgres://...` */
  readonly url: string
  /** Roundcube's `db_prefix`. */
  readonly tablePrefix: string
  /** Contacts of one user, and rows of each other table. */
  readonly maxEntries: number
  /** Limit of one statement. */
  readonly timeoutMs: number
  /** User id that an SQLite file must belong to. */
  readonly owner?: number | undefined
}

/** Photos of all contacts of a user, in base64, and all else; far above what users have. */
const MAX_USER_BYTES = 32 * 1024 * 1024
/** SQLite itself refuses what is longer, whatever a file makes of it (sqlite.org/limits.html, 1). */
const MAX_VALUE_BYTES = 4 * 1024 * 1024
/** A mailbox's own file has some MB; one for all users of a server some hundred. */
const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024

/** Opens it. Throws RoundcubeFault, StoreUnavailable, MissingDriver, TypeError for a URL of another kind. */
export async function openRoundcube(options: RoundcubeSourceOptions): Promise<RoundcubeSource> {
  const { timeoutMs, maxEntries, owner } = options
  const target = parseDatabaseUrl(options.url)
  const copy =
    target.dialect === 'sqlite'
      ? await copyPrivately(target.path, { maxBytes: MAX_FILE_BYTES, owner })
      : undefined
  const connection = connectDatabase(
    copy === undefined ? target : { dialect: 'sqlite', path: copy.path },
    {
      busyTimeoutMs: 0,
      acquireTimeoutMs: timeoutMs,
      statementTimeoutMs: timeoutMs,
      maxValueBytes: MAX_VALUE_BYTES,
    },
  )
  const close = async () => {
    await connection.close()
    await copy?.remove()
  }
  try {
    const tables = await findTables(connection, options.tablePrefix)
    return {
      people: (username) => readUsers(tables, username),
      read: ({ userId, username }) =>
        atOneMoment(connection, async (knex) => {
          const there = { ...tables, knex }
          const { entries, bytes } = await measureUser(there, userId)
          if (entries > maxEntries || bytes > MAX_USER_BYTES) {
            const about = `${username} has ${entries} contacts and ${bytes} bytes`
            throw new RoundcubeFault('too_many_entries', about)
          }
          return readUser(there, userId, maxEntries)
        }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Which of the tables there are. Views do not count: what an account's own file computes is not run. */
async function findTables({ knex, dialect }: DatabaseConnection, prefix: string): Promise<Tables> {
  try {
    if (dialect === 'sqlite') {
      await knex.raw('PRAGMA trusted_schema = OFF')
      await knex.raw('PRAGMA query_only = ON')
    }
    const has = async (name: string) => {
      const table = `${prefix}${name}`
      if (!(await knex.schema.hasTable(table))) return false
      if (dialect === 'sqlite') await checkPlainTable(knex, table)
      return true
    }
    for (const name of [
      'users',
      'contacts',
      'contactgroups',
      'contactgroupmembers',
      'identities',
    ]) {
      if (!(await has(name))) throw new RoundcubeFault('no_roundcube', `no table ${prefix}${name}`)
    }
    const hasCollected = await has('collected_addresses')
    return { knex, prefix, hasCollected, hasResponses: await has('responses') }
  } catch (error) {
    if (error instanceof RoundcubeFault) throw error
    throw databaseFault(error, '')
  }
}

/** A column that is computed, or a table that a module makes up, has any size with a file of none. Throws RoundcubeFault. */
async function checkPlainTable(knex: DatabaseConnection['knex'], table: string): Promise<void> {
  const computed = await selectRows(
    knex('sqlite_master')
      .select('name')
      .where({ type: 'table', name: table })
      .whereRaw(
        `(upper(substr(ltrim(sql), 1, 14)) = 'CREATE VIRTUAL'
          OR EXISTS (SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden <> 0))`,
        [table],
      ),
  )
  if (computed.length === 0) return
  throw new RoundcubeFault('no_roundcube', `the table ${table} has values that are computed`)
}

/** In one transaction that the server lets read and nothing else; the copy of a file changes for no one. */
async function atOneMoment<Response>(
  { knex, dialect }: DatabaseConnection,
  work: (knex: DatabaseConnection['knex']) => Promise<Response>,
): Promise<Response> {
  if (dialect === 'sqlite') return work(knex)
  // MySQL and MariaDB read repeatably by default, and knex would write both options without their comma.
  const config =
    dialect === 'mysql'
      ? { readOnly: true }
      : ({ isolationLevel: 'repeatable read', readOnly: true } as const)
  try {
    return await knex.transaction(work, config)
  } catch (error) {
    if (error instanceof RoundcubeFault) throw error
    throw databaseFault(error, '')
  }
}
