import {
  personalBytes,
  type PersonalCollection,
  type PersonalUsage,
  type StoredPersonal,
} from '../record/personal.ts'
import { integer, text, type SqlRow } from '../sql/row.ts'
import type { Sqlite } from '../sql/sqlite.ts'
import { sumOf } from './file/checksum.ts'
import { positionOf, readRows, undrainedRows, type OnUnreadable, type Place } from './position.ts'

/** A personal document with its place in the order of draining. */
export interface SpooledPersonal extends Place {
  readonly personal: StoredPersonal
}

// `id` is owner, kind and id in one, so that a collection is a range of the primary key.
const insertPersonal = (drained: 0 | 1) => `
  INSERT INTO personal (id, seq, queued, drained, version, removed, bytes, body, sum)
  SELECT value->>'id', value->>'seq', value->>'queuedAt', ${drained}, value->>'version',
         value->>'removed', value->>'bytes', value->>'body', value->>'sum'
  FROM json_each(?) WHERE true
  ON CONFLICT (id) DO UPDATE SET
    seq = excluded.seq, queued = CASE drained WHEN 0 THEN queued ELSE excluded.queued END,
    drained = excluded.drained, version = excluded.version, removed = excluded.removed,
    bytes = excluded.bytes, body = excluded.body, sum = excluded.sum
  WHERE excluded.version > version`

const written = insertPersonal(0)
const copied = insertPersonal(1)

/** Adds documents to be drained; a version that is there already stays. To be called in a transaction. */
export function writePersonal(sqlite: Sqlite, rows: readonly SpooledPersonal[]): Promise<void> {
  return insert(sqlite, written, rows)
}

/** Serialized and summed in some milliseconds; an imported address book has ten thousand. */
const ROWS_AT_ONCE = 250

/** Other requests have their turn after each statement. */
async function insert(
  sqlite: Sqlite,
  statement: string,
  rows: readonly SpooledPersonal[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await sqlite.run(statement, [jsonOf(rows.slice(from, from + ROWS_AT_ONCE))])
  }
}

/** Adds all that the database has of a collection, which from now on is whole here. To be called in a transaction. */
export async function copyPersonal(
  sqlite: Sqlite,
  collection: PersonalCollection,
  rows: readonly SpooledPersonal[],
): Promise<void> {
  await insert(sqlite, copied, rows)
  await sqlite.run('INSERT OR REPLACE INTO personal_known (collection, whole) VALUES (?, 1)', [
    prefixOf(collection),
  ])
}

function jsonOf(rows: readonly SpooledPersonal[]): string {
  return JSON.stringify(
    rows.map(({ personal, seq, queuedAt }) => {
      const { version, body = '' } = personal
      const id = prefixOf(personal) + personal.id
      const removed = personal.body === undefined ? 1 : 0
      const sum = sumOf([id, body], [version, removed])
      const bytes = personalBytes(personal.body)
      return { id, seq, queuedAt, version, removed, bytes, body, sum }
    }),
  )
}

/** Whether everything there is of a collection is here. */
export async function isPersonalWhole(
  sqlite: Sqlite,
  collection: PersonalCollection,
): Promise<boolean> {
  const [row] = await sqlite.all(
    `SELECT coalesce((SELECT whole FROM personal_known WHERE collection = ?),
                     (SELECT personal_whole FROM progress)) AS whole`,
    [prefixOf(collection)],
  )
  return row !== undefined && integer(row, 'whole') === 1
}

/**
 * Notes whether collections are whole here that nothing else is known of: yes when the database began with
 * this spool, no when others may write to it. To be called in a transaction.
 */
export async function knowPersonal(sqlite: Sqlite, isWhole: boolean): Promise<void> {
  await sqlite.run('UPDATE progress SET personal_whole = ?', [isWhole ? 1 : 0])
  if (!isWhole) await sqlite.run('DELETE FROM personal_known')
}

/** All that is here of a collection, with the marks of removed documents. */
export async function personalRows(
  sqlite: Sqlite,
  collection: PersonalCollection,
): Promise<StoredPersonal[]> {
  const sql = 'SELECT id, version, removed, body FROM personal WHERE id >= ? AND id < ?'
  return (await sqlite.all(sql, rangeOf(prefixOf(collection)))).map(personalOf)
}

/** Those of a collection that are here. */
export async function findPersonal(
  sqlite: Sqlite,
  collection: PersonalCollection,
  ids: readonly string[],
): Promise<StoredPersonal[]> {
  const rows = await sqlite.all(
    `SELECT id, version, removed, body FROM personal
     WHERE id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(ids.map((id) => prefixOf(collection) + id))],
  )
  return rows.map(personalOf)
}

/** How many changes the collection has seen. */
export async function personalRevisionOf(
  sqlite: Sqlite,
  collection: PersonalCollection,
): Promise<number> {
  const [row] = await sqlite.all(
    `SELECT coalesce(sum(version), 0) AS revision
     FROM personal INDEXED BY personal_usage WHERE id >= ? AND id < ?`,
    rangeOf(prefixOf(collection)),
  )
  return row === undefined ? 0 : integer(row, 'revision')
}

/** What an owner's documents amount to. */
export async function personalUsage(sqlite: Sqlite, owner: string): Promise<PersonalUsage> {
  const [row] = await sqlite.all(
    `SELECT count(*) AS documents, coalesce(sum(bytes), 0) AS bytes
     FROM personal INDEXED BY personal_usage WHERE id >= ? AND id < ? AND removed = 0`,
    rangeOf(`${owner}.`),
  )
  if (row === undefined) return { documents: 0, bytes: 0 }
  return { documents: integer(row, 'documents'), bytes: integer(row, 'bytes') }
}

/** The kinds of which an owner has, or had, documents here. */
export async function personalKinds(sqlite: Sqlite, owner: string): Promise<string[]> {
  const rows = await sqlite.all(
    `SELECT DISTINCT substr(id, ?, instr(substr(id, ?), '.') - 1) AS kind
     FROM personal INDEXED BY personal_usage WHERE id >= ? AND id < ?`,
    [owner.length + 2, owner.length + 2, ...rangeOf(`${owner}.`)],
  )
  return rows.map((row) => text(row, 'kind'))
}

/** The owners of documents of a kind that the database may not have yet. */
export async function undrainedPersonalOwners(sqlite: Sqlite, kind: string): Promise<string[]> {
  const rows = await sqlite.all(
    `SELECT DISTINCT substr(id, 1, instr(id, '.') - 1) AS owner
     FROM personal WHERE drained = 0 AND instr(id, ?) > 0`,
    [`.${kind}.`],
  )
  return rows.map((row) => text(row, 'owner'))
}

/** The oldest documents not yet drained. */
export async function undrainedPersonal(
  sqlite: Sqlite,
  limit: number,
  onUnreadable: OnUnreadable,
): Promise<SpooledPersonal[]> {
  const rows = await undrainedRows(sqlite, 'personal', limit)
  return readRows(rows, (row) => ({ ...positionOf(row), personal: personalOf(row) }), onUnreadable)
}

/**
 * Makes room: deletes about `limit` documents that the database has, those longest unchanged first. Their
 * collections are read from the database again when requested. To be called in a transaction.
 */
export async function evictPersonal(sqlite: Sqlite, limit: number): Promise<void> {
  const rows = await sqlite.all('SELECT id FROM personal WHERE drained = 1 ORDER BY seq LIMIT ?', [
    limit,
  ])
  const ids = rows.map((row) => text(row, 'id'))
  const collections = new Set(ids.map((id) => id.slice(0, id.lastIndexOf('.') + 1)))
  await sqlite.run(
    `INSERT OR REPLACE INTO personal_known (collection, whole)
     SELECT value, 0 FROM json_each(?)`,
    [JSON.stringify([...collections])],
  )
  await sqlite.run('DELETE FROM personal WHERE id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(ids),
  ])
}

function prefixOf({ owner, kind }: PersonalCollection): string {
  return `${owner}.${kind}.`
}

/** The keys that begin with a prefix, whose last character is a dot: a slash is the next one. */
function rangeOf(prefix: string): [from: string, before: string] {
  return [prefix, `${prefix.slice(0, -1)}/`]
}

function personalOf(row: SqlRow): StoredPersonal {
  const [owner = '', kind = '', id = ''] = text(row, 'id').split('.')
  const body = integer(row, 'removed') === 1 ? undefined : text(row, 'body')
  return { owner, kind, id, version: integer(row, 'version'), body }
}
