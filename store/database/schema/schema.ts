import type { Knex } from 'knex'
import type { DatabaseConnection, Dialect } from '../connection/connection.ts'
import { hasEarlierSchema, moveEarlierSchema } from './earlier-schema.ts'
import { whileAlone } from './schema-lock.ts'
import { hasMatchingIds, matchIds } from './session-id-collation.ts'
import {
  findMadeTables,
  findTablesMade,
  hasRecord,
  listTables,
  ownTables,
  RECORD,
  recordMadeTable,
  sharedTables,
} from './tables.ts'

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
  const tables = await listTables(connection)
  const there = new Set(tables)
  const wanted = [...ownTables.keys(), ...sharedTables.keys()]
  if (hasEarlierSchema(there) || !wanted.every((name) => there.has(name))) return false
  const { knex } = connection
  const made = new Set((await hasRecord(knex, tables)) ? await findMadeTables(knex) : [])
  return [...ownTables.keys()].every((name) => made.has(name)) && (await hasMatchingIds(connection))
}

/** Each step may have been done before, by a start that was interrupted. */
async function makeTables(knex: Knex, dialect: Dialect): Promise<void> {
  const tables = await listTables({ knex, dialect })
  const there = new Set(tables)
  const made = await findTablesMade(knex, tables)
  const foreign = [...ownTables.keys()].filter((name) => there.has(name) && !made.has(name))
  if (foreign.length > 0) throw new Error(`tables of another program: ${foreign.join(', ')}`)
  for (const [name, columns] of ownTables) {
    // First: a table that is not recorded would count as another program's. The record holds itself once it is there.
    if (name !== RECORD) await recordMadeTable(knex, name)
    if (!there.has(name)) await knex.schema.createTable(name, (table) => columns(table, dialect))
  }
  await recordMadeTable(knex, RECORD)
  for (const [name, columns] of sharedTables) {
    if (there.has(name)) continue
    await knex.schema.createTable(name, (table) => columns(table, dialect))
    // Second: a table that counts as another program's by mistake is only left behind by a removal.
    await recordMadeTable(knex, name)
  }
  await matchIds({ knex, dialect })
  if (hasEarlierSchema(there)) await moveEarlierSchema(knex, dialect)
}
