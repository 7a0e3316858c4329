import { bytesOfText, textOfBytes } from './bytes.ts'
import { expect, hasRoomFor, readCount, readToken, readUntil, type Cursor } from './cursor.ts'
import { PhpFormatError, phpLimits } from './format.ts'

/**
 * The names in PHP session data (`name|value name|value ...`), whose values are checked and not read: objects
 * and references too, which nobody builds here. Throws PhpFormatError for what PHP would not have written.
 */
export function variableNames(bytes: Buffer, limits = phpLimits): readonly string[] {
  return [...variableValues(bytes, limits).keys()]
}

/** The same with their values, as PHP wrote them and not read. Throws PhpFormatError. */
export function variableValues(bytes: Buffer, limits = phpLimits): ReadonlyMap<string, Buffer> {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)

  const cursor: Cursor = { bytes, at: 0 }
  const values = new Map<string, Buffer>()
  while (cursor.at < bytes.length) {
    const name = textOfBytes(readUntil(cursor, '|'))
    const start = cursor.at
    skipValue(cursor, limits.maxDepth)
    values.set(name, bytes.subarray(start, cursor.at))
  }
  return values
}

/** The variables again, as PHP would have written them. */
export function joinVariables(values: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...values].flatMap(([name, value]) => [bytesOfText(name), BAR, value])
  return Buffer.concat(parts)
}

const BAR = Buffer.from('|')

/** Steps over a value, which is checked and not built. Throws PhpFormatError. */
export function skipValue(cursor: Cursor, depth: number): void {
  if (depth === 0) throw new PhpFormatError('too_deep', cursor.at)
  const start = cursor.at
  const tag = String.fromCharCode(cursor.bytes[cursor.at] ?? 0)
  cursor.at += 1
  if (tag === 'N') {
    expect(cursor, ';')
    return
  }
  expect(cursor, ':')
  if (isScalar.has(tag)) readToken(cursor, ';', scalar)
  else if (tag === 's' || tag === 'E') skipText(cursor, ';')
  else if (tag === 'a') skipEntries(cursor, depth)
  else if (tag === 'O') {
    skipText(cursor, ':')
    skipEntries(cursor, depth)
  } else if (tag === 'C') {
    skipText(cursor, ':')
    skipRaw(cursor)
  } else throw new PhpFormatError(start < cursor.bytes.length ? 'malformed' : 'truncated', start)
}

/** Flags, numbers and references to other values. */
const isScalar: ReadonlySet<string> = new Set(['b', 'i', 'd', 'r', 'R'])

/** `{key value key value ...}` */
function skipEntries(cursor: Cursor, depth: number): void {
  const count = readCount(cursor)
  expect(cursor, '{')
  // A count that lies fails before anything is walked.
  if (!hasRoomFor(count, cursor)) throw new PhpFormatError('truncated', cursor.at)
  for (let index = 0; index < 2 * count; index += 1) skipValue(cursor, depth - 1)
  expect(cursor, '}')
}

function skipRaw(cursor: Cursor): void {
  const length = readCount(cursor)
  expect(cursor, '{')
  skipBytes(cursor, length)
  expect(cursor, '}')
}

/** `<bytes>:"..."` and the byte behind it. */
function skipText(cursor: Cursor, end: string): void {
  const length = readCount(cursor)
  expect(cursor, '"')
  skipBytes(cursor, length)
  expect(cursor, '"')
  expect(cursor, end)
}

function skipBytes(cursor: Cursor, length: number): void {
  if (cursor.at + length > cursor.bytes.length) throw new PhpFormatError('truncated', cursor.at)
  cursor.at += length
}

const scalar = /^(-?INF|NAN|[+-]?[0-9.]+([eE][+-]?\d+)?)$/
