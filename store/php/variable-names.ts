import { bytesOfText, textOfBytes } from './bytes.ts'
import { hasRoomFor, readCount, readToken, readUntil, type Cursor } from './cursor.ts'
import { PhpFormatError, phpLimits } from './format.ts'

/**
 * The names in PHP session data (`name|value name|value ...`), whose values are checked and not read: objects
 * and references too, which no one builds here. Throws PhpFormatError for what PHP would not have written.
 */
export function variableNames(bytes: Buffer, limits = phpLimits): readonly string[] {
  return [...variableValues(bytes, limits).keys()]
}

/** The same with their values, as PHP wrote them and not read. Throws PhpFormatError. */
export function variableValues(bytes: Buffer, limits = phpLimits): ReadonlyMap<string, Buffer> {
  const values = new Map<string, Buffer>()
  for (const cursor = cursorOf(bytes, limits); cursor.at < bytes.length;) {
    const name = textOfBytes(readUntil(cursor, '|'))
    const start = cursor.at
    skipValue(cursor, limits.maxDepth)
    values.set(name, bytes.subarray(start, cursor.at))
  }
  return values
}

/** Whether bytes are session data, which `variableValues` would read. */
export function isSessionData(bytes: Buffer, limits = phpLimits): boolean {
  try {
    for (const cursor = cursorOf(bytes, limits); cursor.at < bytes.length;) {
      skipVariable(cursor, limits.maxDepth)
    }
    return true
  } catch (error) {
    if (error instanceof PhpFormatError) return false
    throw error
  }
}

/** The beginning of session data. Throws PhpFormatError where it is too long. */
export function cursorOf(bytes: Buffer, limits = phpLimits): Cursor {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)
  return { bytes, at: 0 }
}

/** Steps over a variable; returns where its name ends. */
export function skipVariable(cursor: Cursor, maxDepth = phpLimits.maxDepth): number {
  const end = cursor.bytes.indexOf(BAR_BYTE, cursor.at)
  if (end < 0) throw new PhpFormatError('truncated', cursor.at)
  cursor.at = end + 1
  skipValue(cursor, maxDepth)
  return end
}

/** The variables again, as PHP would have written them. */
export function joinVariables(values: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...values].flatMap(([name, value]) => [bytesOfText(name), BAR, value])
  return Buffer.concat(parts)
}

const BAR = Buffer.from('|')
const BAR_BYTE = 0x7c

/**
 * Steps over a value, which is checked and not built. Throws PhpFormatError. A session has a hundred values and is checked with
 * each request: bytes are compared as numbers.
 */
export function skipValue(cursor: Cursor, depth: number): void {
  if (depth === 0) throw new PhpFormatError('too_deep', cursor.at)
  const { bytes, at: start } = cursor
  const tag = bytes[start]
  cursor.at = start + 1
  if (tag === TAG.null) {
    skipByte(cursor, SEMICOLON)
    return
  }
  skipByte(cursor, COLON)
  if (tag === TAG.text || tag === TAG.case) skipText(cursor, SEMICOLON)
  else if (tag === TAG.array) skipEntries(cursor, depth)
  else if (tag !== undefined && SCALARS.has(tag)) skipScalar(cursor)
  else if (tag === TAG.object) {
    skipText(cursor, COLON)
    skipEntries(cursor, depth)
  } else if (tag === TAG.custom) {
    skipText(cursor, COLON)
    skipRaw(cursor)
  } else throw new PhpFormatError(start < bytes.length ? 'malformed' : 'truncated', start)
}

const byteOf = (character: string) => character.charCodeAt(0)
const TAG = {
  null: byteOf('N'),
  text: byteOf('s'),
  array: byteOf('a'),
  object: byteOf('O'),
  custom: byteOf('C'),
  /** Of an enumeration. */
  case: byteOf('E'),
} as const
/** Flags, numbers and references to other values. */
const SCALARS: ReadonlySet<number> = new Set(['b', 'i', 'd', 'r', 'R'].map(byteOf))
const [SEMICOLON, COLON, QUOTE] = [byteOf(';'), byteOf(':'), byteOf('"')]
const [OPEN, CLOSE] = [byteOf('{'), byteOf('}')]

function skipScalar(cursor: Cursor): void {
  // Mostly a short whole number; anything else is recognized by its shape.
  const { bytes, at } = cursor
  const digit = bytes[at] ?? 0
  if (bytes[at + 1] === SEMICOLON && digit >= DIGIT_0 && digit <= DIGIT_9) cursor.at = at + 2
  else readToken(cursor, ';', scalar)
}

const [DIGIT_0, DIGIT_9] = [byteOf('0'), byteOf('9')]
const scalar = /^(-?INF|NAN|[+-]?[0-9.]+([eE][+-]?\d+)?)$/

/** `{key value key value ...}` */
function skipEntries(cursor: Cursor, depth: number): void {
  const count = readCount(cursor)
  skipByte(cursor, OPEN)
  // A count that lies fails before anything is walked.
  if (!hasRoomFor(count, cursor)) throw new PhpFormatError('truncated', cursor.at)
  for (let index = 0; index < 2 * count; index += 1) skipValue(cursor, depth - 1)
  skipByte(cursor, CLOSE)
}

function skipRaw(cursor: Cursor): void {
  const length = readCount(cursor)
  skipByte(cursor, OPEN)
  skipBytes(cursor, length)
  skipByte(cursor, CLOSE)
}

/** `<bytes>:"..."` and the byte behind it. */
function skipText(cursor: Cursor, end: number): void {
  const length = readCount(cursor)
  skipByte(cursor, QUOTE)
  skipBytes(cursor, length)
  skipByte(cursor, QUOTE)
  skipByte(cursor, end)
}

function skipByte(cursor: Cursor, byte: number): void {
  const { bytes, at } = cursor
  if (bytes[at] !== byte)
    throw new PhpFormatError(at < bytes.length ? 'malformed' : 'truncated', at)
  cursor.at = at + 1
}

function skipBytes(cursor: Cursor, length: number): void {
  if (cursor.at + length > cursor.bytes.length) throw new PhpFormatError('truncated', cursor.at)
  cursor.at += length
}
