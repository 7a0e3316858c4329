import type { Hash } from 'node:crypto'
import type { Values } from './page-rows.ts'
import type { Column } from './rows.ts'

/** What a backup says of itself. */
export interface BackupOrigin {
  /** Unix ms. */
  readonly madeAt: number
  /** Version of the Postern that made it. */
  readonly release: string
  /** Kind of the database it was made of. */
  readonly engine: string
}

/** A table of a backup as its maker wrote it. */
export interface BackedUpTable {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: number
}

/** The table of a backup about itself. */
export const ABOUT = 'postern_backup'
/** The table of its tables, with their checksums. */
export const CONTENT = 'postern_backup_table'
/** Another release may read it only if it knows this. */
export const FORMAT = '1'

/** The rows as JSON, each added to the checksum. */
export function addTo(sum: Hash, page: readonly Values[]): readonly string[] {
  const lines = page.map((values) => JSON.stringify(values))
  for (const line of lines) sum.update(line).update('\n')
  return lines
}

/** A name as SQLite takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
