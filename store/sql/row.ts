// SQL drivers answer untyped rows; these readers are the border. A wrong type is a broken schema, not a value.

/** One row as a driver returns it. */
export type SqlRow = Readonly<Record<string, unknown>>

/** Text of a column; throws TypeError when it holds anything else. */
export function text(row: SqlRow, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  throw new TypeError(`column ${column} holds no text`)
}

/** Whole number of a column; PostgreSQL and MySQL answer 64-bit integers as text. */
export function integer(row: SqlRow, column: string): number {
  const value = optionalInteger(row, column)
  if (value === undefined) throw new TypeError(`column ${column} holds no number`)
  return value
}

/** As `integer`, with undefined for NULL. */
export function optionalInteger(row: SqlRow, column: string): number | undefined {
  const value = row[column]
  if (value === null || value === undefined) return undefined
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw new TypeError(`column ${column} holds no whole number`)
}

/** Unix ms of a UTC time column, undefined for NULL; drivers answer text or a Date. */
export function optionalTime(row: SqlRow, column: string): number | undefined {
  const value = row[column]
  if (value === null || value === undefined || value === '') return undefined
  const time = value instanceof Date ? value.getTime() : parseSqlTime(text(row, column))
  if (Number.isFinite(time)) return time
  throw new TypeError(`column ${column} holds no time`)
}

/** Unix ms as `YYYY-MM-DD HH:MM:SS` in UTC, the form of SQLite's datetime() (spec 2.1). */
export function sqlTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

function parseSqlTime(value: string): number {
  return Date.parse(`${value.slice(0, 19).replace(' ', 'T')}Z`)
}
