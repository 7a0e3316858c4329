/** A table whose rows a backup holds. */
export interface BackupTable {
  readonly name: string
  /** Columns of its primary key: the order in which its rows are read. */
  readonly key: readonly string[]
  /** SQL condition for the rows that Postern wrote, where other programs may write to the table as well. */
  readonly ownRows?: string
  /** Postern writes to it only in a database where it made the table itself (`postern_made`). */
  readonly isOnlyWhereMade?: true
}

/**
 * All that a backup knows of the schema (store/database/schema/tables.ts); columns are read from the database. Shared tables
 * come first: whose a row is is in the tables below. Neither the marks in `postern_writer` nor `postern_made` are in it: they
 * say what was written to, and made in, one database, and a restore is none of that.
 */
export const backupTables: readonly BackupTable[] = [
  {
    name: 'session',
    key: ['sess_id'],
    ownRows:
      'EXISTS (SELECT 1 FROM postern_session WHERE postern_session.sess_id = session.sess_id)',
  },
  {
    name: 'users',
    key: ['user_id'],
    // Other programs count their users; our ids are 52 bits of a hash (store/user/records.ts).
    ownRows:
      "user_id > 4294967295 AND EXISTS (SELECT 1 FROM postern_made WHERE postern_made.name = 'users')",
    isOnlyWhereMade: true,
  },
  { name: 'postern_session', key: ['sess_id'] },
  { name: 'postern_session_ended', key: ['sess_id'] },
  { name: 'postern_user', key: ['username', 'mail_host'] },
  { name: 'postern_document', key: ['id'] },
  { name: 'postern_personal', key: ['owner', 'kind', 'id'] },
]
