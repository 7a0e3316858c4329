import { integer, optionalInteger, text } from '../sql/row.ts'
import type { Sqlite } from '../sql/sqlite.ts'

/** Why the shared database does not take a record, in the engine's text. */
export interface DeadLetterReason {
  readonly code: string
  readonly text: string
}

/** Records that wait until the database's table is repaired, and why the last of them does. */
export interface DeadLetters {
  readonly rows: number
  /** undefined: none was dead-lettered. */
  readonly last: (DeadLetterReason & { readonly at: number }) | undefined
}

const tables = ['pending', 'tombstone', 'user', 'document', 'personal'] as const

/**
 * Takes the records out of the order of draining. They stay readable here until they expire or are
 * rewritten; a new version is offered to the database again. To be called in a transaction.
 */
export async function moveToDeadLetters(
  sqlite: Sqlite,
  seqs: readonly number[],
  { code, text, at }: DeadLetterReason & { readonly at: number },
): Promise<void> {
  const locations = JSON.stringify(seqs)
  // First, so that a reader between the two statements, on the same connection, finds no record without a reason.
  await sqlite.run(
    `INSERT OR REPLACE INTO set_aside (seq, code, reason, at)
     SELECT value, ?, ?, ? FROM json_each(?)`,
    [code, text, at, locations],
  )
  for (const table of tables) {
    await sqlite.run(
      `UPDATE ${table} SET drained = 2 WHERE drained = 0 AND seq IN (SELECT value FROM json_each(?))`,
      [locations],
    )
  }
}

/** Puts all of them back into the order of draining. To be called in a transaction. */
export async function retryDeadLetters(sqlite: Sqlite): Promise<void> {
  for (const table of tables) {
    await sqlite.run(`UPDATE ${table} SET drained = 0 WHERE drained = 2`)
  }
  await sqlite.run('DELETE FROM set_aside')
}

/** Forgets the reasons of records that were rewritten or have expired. */
export async function collectReasons(sqlite: Sqlite): Promise<void> {
  await sqlite.run(`DELETE FROM set_aside WHERE seq NOT IN (${positions})`)
}

/** What is dead-lettered at the moment. */
export async function examineDeadLetters(sqlite: Sqlite): Promise<DeadLetters> {
  // One statement: another could be executed between two.
  const [row] = await sqlite.all(
    `SELECT count(*) OVER () AS rows, code, reason, at
     FROM (${positions}) LEFT JOIN set_aside USING (seq) ORDER BY at DESC LIMIT 1`,
  )
  if (row === undefined) return { rows: 0, last: undefined }
  const rows = integer(row, 'rows')
  if (optionalInteger(row, 'at') === undefined) return { rows, last: undefined }
  return {
    rows,
    last: { code: text(row, 'code'), text: text(row, 'reason'), at: integer(row, 'at') },
  }
}

const positions = tables
  .map((table) => `SELECT seq FROM ${table} WHERE drained = 2`)
  .join(' UNION ALL ')
