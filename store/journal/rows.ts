import type { SessionRow } from '../record/session.ts'

/** Rows as lines of JSON: of base64 and numbers, whatever is in the variables. */
export function encodeRows(rows: readonly SessionRow[]): Buffer {
  return Buffer.from(rows.map(encodeRow).join('\n'))
}

/** The rows again. Throws TypeError for what `encodeRows` did not write. */
export function decodeRows(payload: Buffer): readonly SessionRow[] {
  return payload.toString('utf8').split('\n').map(decodeRow)
}

function encodeRow({ id, vars, ip, changedAt, createdAt, version, expiresAt }: SessionRow): string {
  return JSON.stringify([id, vars, ip, changedAt, createdAt, version, expiresAt])
}

function decodeRow(line: string): SessionRow {
  const parsed: unknown = JSON.parse(line)
  const [id, vars, ip, ...numbers] = Array.isArray(parsed) ? Array.from<unknown>(parsed) : []
  const [changedAt, createdAt, version, expiresAt] = numbers
  if (typeof id !== 'string' || typeof vars !== 'string' || typeof ip !== 'string') {
    throw new TypeError('a row of the journal')
  }
  return {
    ...{ id, vars, ip },
    changedAt: wholeNumber(changedAt),
    createdAt: wholeNumber(createdAt),
    version: wholeNumber(version),
    expiresAt: wholeNumber(expiresAt),
  }
}

function wholeNumber(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new TypeError('a row of the journal')
}
