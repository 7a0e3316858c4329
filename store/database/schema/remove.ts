import { existsSync } from 'node:fs'
import { connectDatabase } from '../connection/connect.ts'
import { parseDatabaseUrl } from '../connection/connection.ts'
import { withDeadline } from '../../../plugin/concurrency/deadline.ts'
import { databaseFault } from '../sql-error.ts'
import { BUSY_TIMEOUT_MS, sortTables } from './inspect.ts'
import { RECORD } from './tables.ts'
import { whileAlone } from './schema-lock.ts'

/**
 * Drops Postern's own tables, and those of `session` and `users` that it made where no other table is in the database. Answers
 * what it dropped. Rows that it wrote into tables of another program stay. Throws StoreUnavailable.
 */
export async function removeTables(url: string, timeoutMs: number): Promise<readonly string[]> {
  const target = parseDatabaseUrl(url)
  if (target.dialect === 'sqlite' && !existsSync(target.path)) return []
  const connection = connectDatabase(target, {
    busyTimeoutMs: BUSY_TIMEOUT_MS,
    acquireTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
  })
  const dropped: string[] = []
  try {
    const removal = whileAlone(connection, async (knex) => {
      const { own, made, foreign } = await sortTables(knex, connection.dialect)
      // Last the one that says which were made, for a removal that is interrupted.
      const isRecord = (name: string) => name === RECORD
      dropped.push(
        ...(foreign.length === 0 ? made : []),
        ...own.filter((name) => !isRecord(name)),
        ...own.filter(isRecord),
      )
      for (const name of dropped) await knex.schema.dropTable(name)
    })
    await withDeadline(removal, timeoutMs)
    return dropped
  } catch (error) {
    throw databaseFault(error, '')
  } finally {
    await connection.close()
  }
}
