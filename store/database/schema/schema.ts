import type { Knex } from 'knex'
import type { DatabaseConnection, Dialect } from '../connection/connection.ts'
import { hasEarlierSchema, moveEarlierSchema } from './earlier-schema.ts'
import { whileAlone } from './schema-lock.ts'
import { hasMatchingIds, matchIds } from './session-id-collation.ts'
import { findMadeTables, listTables, ownTables, recordMadeTable, sharedTables } from './tables.ts'

/** What the tables of the database are. */
export interface DatabaseSchema {
  /** Whether Postern made `users` itself: only then it inserts into it. */
  readonly ownsUsers: boolean
}

/**
 * Creates the tables of the specification (2.1, 2.2) where they are missing, and our own. Adds nothing to a table that another
 * program made, and removes what an earlier Postern added to one.
 */
export async function ensureSchema(connection: DatabaseConnection): Promise<DatabaseSchema> {
  const { knex, dialect } = connection
  if (dialect === 'sqlite') await prepareFile(connection)
  // Without a lock when all is there: a start reads also while another program writes.
  if (!(await isReady(connection)))
    await whileAlone(connection, (alone) => makeTables(alone, dialect))
  return { ownsUsers: (await findMadeTables(knex)).includes('users') }
}

async function prepareFile(connection: DatabaseConnection): Promise<void> {
  const { knex } = connection
  // The journal mode of a file is its owner's business, so it is set only for a file made here.
  if ((await listTables(connection)).length === 0) await knex.raw('PRAGMA journal_mode = WAL')
  // NORMAL may roll back commits after a power loss, and the spool forgets what was committed here.
  await knex.raw('PRAGMA synchronous = FULL')
  await knex.raw('PRAGMA journal_size_limit = 67108864')
}

async function isReady(connection: DatabaseConnection): Promise<boolean> {
  const there = new Set(await listTables(connection))
  const wanted = [...ownTables.keys(), ...sharedTables.keys()]
  if (hasEarlierSchema(there) || !wanted.every((name) => there.has(name))) return false
  return hasMatchingIds(connection)
}

/** Each step may have been done before, by a start that was interrupted. */
async function makeTables(knex: Knex, dialect: Dialect): Promise<void> {
  const there = new Set(await listTables({ knex, dialect }))
  for (const [name, columns] of ownTables) {
    if (there.has(name)) continue
    await knex.schema.createTable(name, (table) => columns(table, dialect))
  }
  for (const [name, columns] of sharedTables) {
    if (there.has(name)) continue
    await knex.schema.createTable(name, (table) => columns(table, dialect))
    // Second: a table that counts as another program's by mistake is only left behind by a removal.
    await recordMadeTable(knex, name)
  }
  await matchIds({ knex, dialect })
  if (hasEarlierSchema(there)) await moveEarlierSchema(knex, dialect)
}
