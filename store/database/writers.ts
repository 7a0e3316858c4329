import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { integer } from '../sql/row.ts'
import { insertRows, overwrite, runQuery, selectRows } from './statement.ts'

/** A transaction of a spool: whose it is and its number, growing by one. */
export interface WriterMark {
  readonly writer: string
  readonly mark: number
}

const TABLE = 'postern_writer'

/** A spool that wrote nothing for so long is missing: every touch of a session is a write. */
const FORGOTTEN_MS = 90 * 86_400_000

/**
 * The number of the writer's last transaction as the database has it; undefined when it knows none. Less
 * than the writer was given is another database, an old copy, or a replica that missed something.
 */
export async function findMark(knex: Knex, writer: string): Promise<number | undefined> {
  const [row] = await selectRows(selectMark(knex, writer))
  return row === undefined ? undefined : integer(row, 'mark')
}

/** The query of `findMark`. */
export function selectMark(knex: Knex, writer: string) {
  return knex(TABLE).select('mark').where({ id: writer })
}

/** Notes the transaction it is part of; returns the mark that was there before. */
export async function exchangeMark(
  transaction: Knex,
  dialect: Dialect,
  { writer, mark, now }: WriterMark & { readonly now: number },
): Promise<number | undefined> {
  const before = await findMark(transaction, writer)
  await insertRows(transaction, {
    head: `INSERT INTO ${TABLE} (id, mark, written_ms)`,
    tail: overwrite(dialect, { table: TABLE, key: 'id', columns: ['mark', 'written_ms'] }),
    rows: [[writer, mark, now]],
  })
  return before
}

/** Forgets spools that are missing. */
export async function collectWriters(knex: Knex, now: number): Promise<void> {
  await runQuery(
    knex(TABLE)
      .where('written_ms', '<', now - FORGOTTEN_MS)
      .delete(),
  )
}

/** Forgets all spools, so that each writes what it has again. */
export async function forgetWriters(transaction: Knex): Promise<void> {
  await runQuery(transaction(TABLE).delete())
}
