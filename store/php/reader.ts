import { textOfBytes } from './bytes.ts'
import { expect, hasRoomFor, readCount, readToken, readUntil, type Cursor } from './cursor.ts'
import { PhpFormatError, type PhpLimits, type PhpValue, type SessionVariables } from './format.ts'

interface ValueCursor extends Cursor {
  readonly maxDepth: number
}

/** Reads `name|value name|value ...` without separators (PHP manual, `session_encode`). Lengths count bytes. */
export function readVariables(bytes: Buffer, limits: PhpLimits): SessionVariables {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)

  const cursor: ValueCursor = { bytes, maxDepth: limits.maxDepth, at: 0 }
  const entries: [string, PhpValue][] = []
  while (cursor.at < bytes.length) {
    const name = readUntil(cursor, '|')
    entries.push([textOfBytes(name), readValue(cursor, 1)])
  }
  // fromEntries defines own properties, so a variable named __proto__ stays a variable.
  return Object.fromEntries(entries)
}

/** One value. Throws PhpFormatError. */
export function readValue(cursor: ValueCursor, depth: number): PhpValue {
  if (depth > cursor.maxDepth) throw new PhpFormatError('too_deep', cursor.at)

  const start = cursor.at
  const tag = String.fromCharCode(cursor.bytes[cursor.at] ?? 0)
  cursor.at += 1
  if (tag === 'N') {
    expect(cursor, ';')
    return null
  }
  expect(cursor, ':')
  switch (tag) {
    case 'b':
      return readBoolean(cursor)
    case 'i':
      return readInteger(cursor)
    case 'd':
      return readFloat(cursor)
    case 's':
      return readString(cursor)
    case 'a':
      return readArray(cursor, depth)
    default:
      // O, C, E, r and R: objects and references would let a record build more than plain values.
      throw new PhpFormatError(start < cursor.bytes.length ? 'type_refused' : 'truncated', start)
  }
}

function readBoolean(cursor: Cursor): boolean {
  const text = readToken(cursor, ';', /^[01]$/)
  return text === '1'
}

function readInteger(cursor: Cursor): number {
  const start = cursor.at
  const value = Number(readToken(cursor, ';', /^[+-]?\d{1,20}$/))
  // PHP counts to 2^63; beyond 2^53 a JavaScript number would silently become another number.
  if (!Number.isSafeInteger(value)) throw new PhpFormatError('integer_range', start)
  return value === 0 ? 0 : value
}

function readFloat(cursor: Cursor): number {
  const text = readToken(cursor, ';', /^(NAN|-?INF|[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)$/)
  if (text === 'NAN') return Number.NaN
  if (text === 'INF') return Number.POSITIVE_INFINITY
  if (text === '-INF') return Number.NEGATIVE_INFINITY
  return Number(text)
}

function readString(cursor: Cursor): string {
  const length = readCount(cursor)
  expect(cursor, '"')
  const end = cursor.at + length
  if (end > cursor.bytes.length) throw new PhpFormatError('truncated', cursor.at)
  const text = textOfBytes(cursor.bytes.subarray(cursor.at, end))
  cursor.at = end
  expect(cursor, '"')
  expect(cursor, ';')
  return text
}

function readArray(cursor: ValueCursor, depth: number): PhpValue {
  const start = cursor.at
  const count = readCount(cursor)
  expect(cursor, '{')
  // A lying count fails before anything is allocated.
  if (!hasRoomFor(count, cursor)) throw new PhpFormatError('truncated', start)

  const entries: [string, PhpValue][] = []
  let isList = true
  for (let index = 0; index < count; index += 1) {
    const key = readKey(cursor)
    isList &&= key === String(index)
    entries.push([key, readValue(cursor, depth + 1)])
  }
  expect(cursor, '}')
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** A key of an array. Throws PhpFormatError. */
export function readKey(cursor: Cursor): string {
  const start = cursor.at
  const tag = String.fromCharCode(cursor.bytes[start] ?? 0)
  cursor.at += 1
  expect(cursor, ':')
  if (tag === 'i') return String(readInteger(cursor))
  if (tag === 's') return readString(cursor)
  throw new PhpFormatError('malformed', start)
}
