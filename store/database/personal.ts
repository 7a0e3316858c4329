import type { Knex } from 'knex'
import { integer, text, type SqlRow } from '../sql/row.ts'
import type { PersonalCollection, PersonalUsage, StoredPersonal } from '../record/personal.ts'
import { personalBytes } from '../record/personal.ts'
import type { Dialect } from './connection/connection.ts'
import { insertRows, overwrite, selectRows } from './statement.ts'

const TABLE = 'postern_personal'

const columns = ['owner', 'kind', 'id', 'removed', 'bytes', 'body', 'version'] as const

/** Writes documents to the shared table; a version that is there already stays as it is. */
export async function writePersonalRows(
  transaction: Knex,
  dialect: Dialect,
  rows: readonly StoredPersonal[],
): Promise<void> {
  await insertRows(transaction, {
    head: `INSERT INTO ${TABLE} (${columns.join(', ')})`,
    tail: overwrite(
      dialect,
      { table: TABLE, key: 'owner, kind, id', columns: ['removed', 'bytes', 'body', 'version'] },
      (written, there) => `${written('version')} > ${there('version')}`,
    ),
    rows: rows.map(({ owner, kind, id, version, body }) => {
      const removed = body === undefined ? 1 : 0
      return [owner, kind, id, removed, personalBytes(body), body ?? '', version]
    }),
  })
}

/** The question for a collection, with the marks of removed documents. */
export function selectPersonal(knex: Knex, { owner, kind }: PersonalCollection) {
  return knex(TABLE)
    .select(...columns)
    .where({ owner, kind })
}

/** The question for what an owner's documents amount to. */
export function selectPersonalUsage(knex: Knex, owner: string) {
  return knex(TABLE)
    .select(knex.raw('count(*) AS documents, coalesce(sum(bytes), 0) AS bytes'))
    .where({ owner, removed: 0 })
}

/** The question for the kinds of which an owner has, or had, documents. */
export function selectPersonalKinds(knex: Knex, owner: string) {
  return knex(TABLE).distinct('kind').where({ owner })
}

/** Some of the owners of documents of a kind. */
export interface PersonalOwnersPage {
  readonly kind: string
  /** The last one of the page before; empty for the first page. */
  readonly after: string
  readonly limit: number
}

/** The question for owners of documents of a kind, in order. */
export function selectPersonalOwners(knex: Knex, { kind, after, limit }: PersonalOwnersPage) {
  return knex(TABLE)
    .distinct('owner')
    .where({ kind, removed: 0 })
    .where('owner', '>', after)
    .orderBy('owner')
    .limit(limit)
}

/** The question whether there is any personal document at all. */
export function selectAnyPersonal(knex: Knex) {
  return knex(TABLE).select('id').limit(1)
}

// SQLite before 3.32 binds 999 values to a statement.
const idsPerQuestion = 500

/**
 * Writes documents of one collection and returns those of which there is another version, because someone wrote the same
 * version before: then the transaction must be undone.
 */
export async function writePersonalOrReport(
  transaction: Knex,
  dialect: Dialect,
  rows: readonly StoredPersonal[],
): Promise<readonly StoredPersonal[]> {
  await writePersonalRows(transaction, dialect, rows)
  const conflicts: StoredPersonal[] = []
  for (let from = 0; from < rows.length; from += idsPerQuestion) {
    const piece = rows.slice(from, from + idsPerQuestion)
    const [first] = piece
    if (first === undefined) break
    const ids = piece.map(({ id }) => id)
    const found = await selectRows(selectPersonal(transaction, first).whereIn('id', ids))
    const standing = new Map(found.map(personalOf).map((row) => [row.id, row]))
    for (const row of piece) {
      const there = standing.get(row.id)
      if (there !== undefined && !isSame(row, there)) conflicts.push(there)
    }
  }
  return conflicts
}

function isSame(one: StoredPersonal, other: StoredPersonal): boolean {
  return one.version === other.version && one.body === other.body
}

/** The document of a row. */
export function personalOf(row: SqlRow): StoredPersonal {
  return {
    owner: text(row, 'owner'),
    kind: text(row, 'kind'),
    id: text(row, 'id'),
    version: integer(row, 'version'),
    body: integer(row, 'removed') === 1 ? undefined : text(row, 'body'),
  }
}

/** The usage in the rows of `selectPersonalUsage`. */
export function personalUsageOf([row]: readonly SqlRow[]): PersonalUsage {
  if (row === undefined) return { documents: 0, bytes: 0 }
  return { documents: integer(row, 'documents'), bytes: integer(row, 'bytes') }
}
