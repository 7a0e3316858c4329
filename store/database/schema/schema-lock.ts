import type { Knex } from 'knex'
import type { DatabaseConnection } from '../connection/connection.ts'
import { runQuery } from '../statement.ts'

/** Any number that no other program is likely to lock. */
const POSTGRES_LOCK = 5_076_783_601

/** MySQL's locks are of the whole server; names of them have at most 64 characters. */
const MYSQL_LOCK = "CONCAT('postern.', MD5(DATABASE()))"
/** Longer than any caller waits for the work itself, which ends the connection and so its wait. */
const MYSQL_WAIT_S = 3_600

/**
 * Changes the schema while no other instance does, in one transaction where the engine has transactions for that (MySQL has
 * none). Waits for another one that is at it.
 */
export function whileAlone(
  { knex, dialect }: DatabaseConnection,
  work: (knex: Knex) => Promise<void>,
): Promise<void> {
  return knex.transaction(async (transaction) => {
    switch (dialect) {
      case 'sqlite':
        await startImmediately(transaction)
        return work(transaction)
      case 'postgres':
        await runQuery(transaction.raw('SELECT pg_advisory_xact_lock(?)', [POSTGRES_LOCK]))
        return work(transaction)
      case 'mysql':
        await runQuery(transaction.raw(`SELECT GET_LOCK(${MYSQL_LOCK}, ${MYSQL_WAIT_S})`))
        try {
          await work(transaction)
        } finally {
          await runQuery(transaction.raw(`SELECT RELEASE_LOCK(${MYSQL_LOCK})`))
        }
    }
  })
}

/** knex starts deferred: a write that follows a read is refused there while someone else writes. */
async function startImmediately(transaction: Knex): Promise<void> {
  await runQuery(transaction.raw('END'))
  try {
    await runQuery(transaction.raw('BEGIN IMMEDIATE'))
  } catch (error) {
    // For knex to roll back, whose own fault would hide this one.
    await runQuery(transaction.raw('BEGIN'))
    throw error
  }
}
