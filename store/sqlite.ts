import sqlite3 from 'sqlite3'
import type { Row } from './row.ts'

/** One handle on one SQLite file. Statements run one after the other, in the order they were given. */
export interface Sqlite {
  run(sql: string, parameters?: readonly SqliteValue[]): Promise<void>
  all(sql: string, parameters?: readonly SqliteValue[]): Promise<readonly Row[]>
  close(): Promise<void>
}

export type SqliteValue = string | number | null

interface SqliteOptions {
  readonly path: string
  /** A busy wait sits on a thread of libuv's pool (security.md 0.4), so it must stay short. */
  readonly busyTimeoutMs: number
  /** Neither creates nor changes the file. */
  readonly isReadOnly?: boolean
}

/** Opens or creates the file. Errors are sqlite3's own, with `errno` and `code`. */
export async function openSqlite(options: SqliteOptions): Promise<Sqlite> {
  const { path, busyTimeoutMs, isReadOnly = false } = options
  const handle = await openHandle(path, isReadOnly)
  handle.configure('busyTimeout', busyTimeoutMs)
  handle.serialize()

  return {
    run: (sql, parameters = []) =>
      new Promise((resolve, reject) => {
        handle.run(sql, parameters, (error) => (error ? reject(error) : resolve()))
      }),
    all: (sql, parameters = []) =>
      new Promise((resolve, reject) => {
        handle.all<Row>(sql, parameters, (error, rows) => (error ? reject(error) : resolve(rows)))
      }),
    close: () =>
      new Promise((resolve, reject) => {
        handle.close((error) => (error ? reject(error) : resolve()))
      }),
  }
}

function openHandle(path: string, isReadOnly: boolean): Promise<sqlite3.Database> {
  const mode = isReadOnly ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE
  return new Promise((resolve, reject) => {
    const handle = new sqlite3.Database(path, mode, (error) =>
      error ? reject(error) : resolve(handle),
    )
  })
}
