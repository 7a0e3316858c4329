import sqlite3 from 'sqlite3'
import { readOnlyUri } from './read-only-uri.ts'
import type { SqlRow } from './row.ts'

/** One handle on one SQLite file. Statements run one after the other, in the order they were given. */
export interface Sqlite {
  run(sql: string, parameters?: readonly SqliteValue[]): Promise<void>
  all(sql: string, parameters?: readonly SqliteValue[]): Promise<readonly SqlRow[]>
  close(): Promise<void>
}

export type SqliteValue = string | number | null

interface SqliteOptions {
  readonly path: string
  /** A busy wait sits on a thread of libuv's pool (libuv, "Thread pool work scheduling"), so it must stay short. */
  readonly busyTimeoutMs: number
  /** Neither creates nor changes the file, nor anything beside it. */
  readonly isReadOnly?: boolean
}

/**
 * Opens or creates the file. Each SQL text is compiled once and kept, so it must be a constant: values
 * are parameters. Errors are sqlite3's own, with `errno` and `code`.
 */
export async function openSqlite(options: SqliteOptions): Promise<Sqlite> {
  const { path, busyTimeoutMs, isReadOnly = false } = options
  const handle = isReadOnly
    ? await openHandle(await readOnlyUri(path), sqlite3.OPEN_READONLY | sqlite3.OPEN_URI)
    : await openHandle(path, sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE)
  handle.configure('busyTimeout', busyTimeoutMs)
  const statements = new Map<string, sqlite3.Statement>()
  let last: Promise<unknown> = Promise.resolve()

  const compiled = async (sql: string): Promise<sqlite3.Statement> => {
    const cached = statements.get(sql)
    if (cached !== undefined) return cached
    const statement = await compile(handle, sql)
    statements.set(sql, statement)
    return statement
  }
  // One at a time, or those that wait for the file would each sit on a thread of libuv's pool.
  const all: Sqlite['all'] = (sql, parameters = []) => {
    const work = async () => rowsOf(await compiled(sql), parameters)
    const rows = last.then(work, work)
    last = rows
    return rows
  }
  return {
    all,
    // To its end, like `all`: a statement that has more to tell would keep its transaction open.
    run: async (sql, parameters) => {
      await all(sql, parameters)
    },
    close: async () => {
      await last.catch(() => undefined)
      for (const statement of statements.values()) statement.finalize()
      await closeHandle(handle)
    },
  }
}

function compile(handle: sqlite3.Database, sql: string): Promise<sqlite3.Statement> {
  return new Promise((resolve, reject) => {
    const statement = handle.prepare(sql, (error: Error | null) => {
      if (error === null) resolve(statement)
      else reject(error)
    })
  })
}

function rowsOf(
  statement: sqlite3.Statement,
  parameters: readonly SqliteValue[],
): Promise<readonly SqlRow[]> {
  return new Promise((resolve, reject) => {
    statement.all<SqlRow>(parameters, (error, rows) => {
      if (error === null) resolve(rows)
      else reject(error)
    })
  })
}

function closeHandle(handle: sqlite3.Database): Promise<void> {
  return new Promise((resolve, reject) => {
    handle.close((error) => (error ? reject(error) : resolve()))
  })
}

function openHandle(path: string, mode: number): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const handle = new sqlite3.Database(path, mode, (error) =>
      error ? reject(error) : resolve(handle),
    )
  })
}
