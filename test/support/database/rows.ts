import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sqlite3 from 'sqlite3'
import { WAIT_LIMIT_MS } from '../process/wait-limit.ts'

/** Reads rows of Postern's SQL database as another program would; none while there is no file yet. */
export async function databaseRows(path: string, sql: string): Promise<Row[]> {
  if (!existsSync(path)) return []
  const database = await openReadOnly(path)
  try {
    return await new Promise<Row[]>((resolve, reject) => {
      database.all<Row>(sql, (error, rows) => (error === null ? resolve(rows) : reject(error)))
    })
  } catch (error) {
    // The file is there before its tables are.
    if (String(error).includes('no such table')) return []
    throw error
  } finally {
    database.close()
  }
}

type Row = Record<string, unknown>

function openReadOnly(path: string): Promise<sqlite3.Database> {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (error) =>
      error === null ? resolve(database) : reject(error),
    )
    database.configure('busyTimeout', 1_000)
  })
}

/** Asks again until the response satisfies, or gives the last response when the time is over. */
export async function eventually<T>(
  query: () => Promise<T>,
  isEnough: (response: T) => boolean,
): Promise<T> {
  const until = Date.now() + WAIT_LIMIT_MS
  for (;;) {
    const response = await query()
    if (isEnough(response) || Date.now() > until) return response
    await sleep(50)
  }
}

/** Runs one statement as another program would. */
export async function changeRows(path: string, sql: string): Promise<void> {
  const database = new sqlite3.Database(path)
  database.configure('busyTimeout', 10_000)
  try {
    await promisify(database.exec.bind(database))(sql)
  } finally {
    database.close()
  }
}
