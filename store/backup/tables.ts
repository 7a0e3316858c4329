/** A table whose rows a backup holds. */
export interface BackupTable {
  readonly name: string
  /** Columns of its primary key: the order in which its rows are read. */
  readonly key: readonly string[]
  /** SQL condition for the rows that Postern wrote, where other programs may write to the table as well. */
  readonly ownRows?: string
}

/**
 * All that a backup knows of the schema (store/database/schema.ts); columns are read from the database. The marks in
 * `postern_writer` are not in it: they say what a spool has written to one database, and a restore is none of that.
 */
export const backupTables: readonly BackupTable[] = [
  // Rows of other programs have none of our columns.
  { name: 'session', key: ['sess_id'], ownRows: 'expires_ms IS NOT NULL' },
  { name: 'session_ended', key: ['sess_id'] },
  // Other programs count their users; our ids are 52 bits of a hash (store/user/records.ts).
  { name: 'users', key: ['user_id'], ownRows: 'user_id > 4294967295' },
  { name: 'postern_document', key: ['id'] },
  { name: 'postern_personal', key: ['owner', 'kind', 'id'] },
]
