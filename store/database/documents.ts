import type { Knex } from 'knex'
import type { Dialect } from './connection/connection.ts'
import { integer, text, type SqlRow } from '../sql/row.ts'
import { insertRows, overwrite, runQuery, selectRows } from './statement.ts'
import type { StoredDocument } from '../record/document.ts'

const TABLE = 'postern_document'

/** Writes documents to the shared table; a version that is there already stays as it is. */
export async function writeDocumentRows(
  transaction: Knex,
  dialect: Dialect,
  documents: readonly StoredDocument[],
): Promise<void> {
  await insertRows(transaction, {
    head: `INSERT INTO ${TABLE} (id, body, expires_ms, version)`,
    tail: keepNewest(dialect),
    rows: documents.map(({ id, body, expiresAt, version }) => [id, body, expiresAt, version]),
  })
}

/** The document as the shared database has it. */
export function documentOf(row: SqlRow): StoredDocument {
  return {
    id: text(row, 'id'),
    version: integer(row, 'version'),
    body: text(row, 'body'),
    expiresAt: integer(row, 'expires_ms'),
  }
}

/** The question for a document. */
export function selectDocument(knex: Knex, id: string) {
  return knex(TABLE).select('id', 'body', 'expires_ms', 'version').where({ id })
}

/** Deletes at most `limit` documents that are past their time; says how many went. */
export async function collectDocumentRows(
  knex: Knex,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  // Ids first: MySQL knows no LIMIT in a subquery. The row is checked again, it may have a new version.
  const expired = await selectRows(
    knex(TABLE).select('id').where('expires_ms', '<', now).limit(limit),
  )
  if (expired.length === 0) return 0
  const ids = expired.map((row) => text(row, 'id'))
  await runQuery(knex(TABLE).whereIn('id', ids).where('expires_ms', '<', now).delete())
  return expired.length
}

function keepNewest(dialect: Dialect): string {
  const columns = ['body', 'expires_ms', 'version']
  return overwrite(dialect, { table: TABLE, key: 'id', columns }, (written, there) => {
    return `${written('version')} > ${there('version')}`
  })
}
