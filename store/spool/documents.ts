import { integer, text, type SqlRow } from '../sql/row.ts'
import { positionOf, readRows, undrainedRows, type OnUnreadable, type Place } from './position.ts'
import { sumOf } from './file/checksum.ts'
import type { Sqlite } from '../sql/sqlite.ts'
import type { StoredDocument } from '../record/document.ts'

/** A document with its place in the order of draining. */
export interface SpooledDocument extends Place {
  readonly document: StoredDocument
}

const upsertDocuments = `
  INSERT INTO document (id, seq, queued, drained, version, expires, body, sum)
  SELECT value->>'id', value->>'seq', value->>'queuedAt', 0, value->>'version',
         value->>'expiresAt', value->>'body', value->>'sum'
  FROM json_each(?) WHERE true
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, queued = CASE drained WHEN 0 THEN queued ELSE excluded.queued END,
    drained = 0, version = excluded.version, expires = excluded.expires, body = excluded.body,
    sum = excluded.sum
  WHERE excluded.version > version`

/** Adds documents; of a version that is there already nothing changes. To be called in a transaction. */
export async function writeDocuments(
  sqlite: Sqlite,
  writes: readonly SpooledDocument[],
): Promise<void> {
  if (writes.length === 0) return
  const rows = writes.map(({ document, seq, queuedAt }) => {
    const { id, body, version, expiresAt } = document
    return { ...document, seq, queuedAt, sum: sumOf([id, body], [version, expiresAt]) }
  })
  await sqlite.run(upsertDocuments, [JSON.stringify(rows)])
}

/** The document as this process wrote it last. */
export async function findDocument(
  sqlite: Sqlite,
  id: string,
): Promise<StoredDocument | undefined> {
  const [row] = await sqlite.all('SELECT * FROM document WHERE id = ?', [id])
  return row === undefined ? undefined : documentOf(row)
}

/** The oldest documents not yet drained. */
export async function undrainedDocuments(
  sqlite: Sqlite,
  limit: number,
  onUnreadable: OnUnreadable,
): Promise<SpooledDocument[]> {
  const rows = await undrainedRows(sqlite, 'document', limit)
  return readRows(rows, (row) => ({ ...positionOf(row), document: documentOf(row) }), onUnreadable)
}

interface Bounds {
  /** Unix ms: what expired earlier goes. */
  readonly before: number
  /** Beyond so many those go that expire first. */
  readonly maxDocuments: number
}

/** Deletes at most `limit` documents that are out of bounds. To be called in a transaction. */
export async function collectDocuments(
  sqlite: Sqlite,
  { before, maxDocuments }: Bounds,
  limit: number,
): Promise<void> {
  await sqlite.run(
    'DELETE FROM document WHERE id IN (SELECT id FROM document WHERE expires < ? LIMIT ?)',
    [before, limit],
  )
  await sqlite.run(
    `DELETE FROM document WHERE id IN
       (SELECT id FROM document ORDER BY expires DESC, id LIMIT ? OFFSET ?)`,
    [limit, maxDocuments],
  )
}

/** Whether another `collectDocuments` would find something. */
export async function hasSuperfluousDocuments(
  sqlite: Sqlite,
  { before, maxDocuments }: Bounds,
): Promise<boolean> {
  const rows = await sqlite.all(
    `SELECT 1 FROM document WHERE expires < ?
     UNION ALL SELECT 1 FROM (SELECT id FROM document LIMIT 1 OFFSET ?) LIMIT 1`,
    [before, maxDocuments],
  )
  return rows.length > 0
}

function documentOf(row: SqlRow): StoredDocument {
  return {
    id: text(row, 'id'),
    version: integer(row, 'version'),
    body: text(row, 'body'),
    expiresAt: integer(row, 'expires'),
  }
}
