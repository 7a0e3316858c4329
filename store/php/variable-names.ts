import { textOfBytes } from './bytes.ts'
import { PhpFormatError, phpLimits } from './format.ts'

interface Cursor {
  readonly bytes: Buffer
  at: number
}

/**
 * The names in PHP session data (`name|value name|value ...`), whose values are checked and not read: objects
 * and references too, which nobody builds here. Throws PhpFormatError for what PHP would not have written.
 */
export function variableNames(bytes: Buffer, limits = phpLimits): readonly string[] {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)

  const cursor: Cursor = { bytes, at: 0 }
  const names: string[] = []
  while (cursor.at < bytes.length) {
    names.push(textOfBytes(readUntil(cursor, BAR)))
    skipValue(cursor, limits.maxDepth)
  }
  return names
}

const BAR = 0x7c
const COLON = 0x3a
const SEMICOLON = 0x3b
const QUOTE = 0x22
const OPEN = 0x7b
const CLOSE = 0x7d

function skipValue(cursor: Cursor, depth: number): void {
  if (depth === 0) throw new PhpFormatError('too_deep', cursor.at)
  const start = cursor.at
  const tag = String.fromCharCode(cursor.bytes[cursor.at] ?? 0)
  cursor.at += 1
  if (tag === 'N') {
    expect(cursor, SEMICOLON)
    return
  }
  expect(cursor, COLON)
  if (isScalar.has(tag)) skipToken(cursor)
  else if (tag === 's' || tag === 'E') skipText(cursor, SEMICOLON)
  else if (tag === 'a') skipEntries(cursor, depth)
  else if (tag === 'O') {
    skipText(cursor, COLON)
    skipEntries(cursor, depth)
  } else if (tag === 'C') {
    skipText(cursor, COLON)
    skipRaw(cursor)
  } else throw new PhpFormatError(start < cursor.bytes.length ? 'malformed' : 'truncated', start)
}

/** Flags, numbers and references to other values. */
const isScalar: ReadonlySet<string> = new Set(['b', 'i', 'd', 'r', 'R'])

/** `{key value key value ...}` */
function skipEntries(cursor: Cursor, depth: number): void {
  const count = readLength(cursor)
  expect(cursor, OPEN)
  // The shortest element, `i:0;N;`, has 6 bytes: a count that lies fails before anything is walked.
  if (count * 6 > cursor.bytes.length - cursor.at) throw new PhpFormatError('truncated', cursor.at)
  for (let index = 0; index < 2 * count; index += 1) skipValue(cursor, depth - 1)
  expect(cursor, CLOSE)
}

function skipRaw(cursor: Cursor): void {
  const length = readLength(cursor)
  expect(cursor, OPEN)
  skipBytes(cursor, length)
  expect(cursor, CLOSE)
}

/** `<bytes>:"..."` and the byte behind it. */
function skipText(cursor: Cursor, end: number): void {
  const length = readLength(cursor)
  expect(cursor, QUOTE)
  skipBytes(cursor, length)
  expect(cursor, QUOTE)
  expect(cursor, end)
}

function skipBytes(cursor: Cursor, length: number): void {
  if (cursor.at + length > cursor.bytes.length) throw new PhpFormatError('truncated', cursor.at)
  cursor.at += length
}

const MAX_TOKEN_BYTES = 40
const scalar = /^(-?INF|NAN|[+-]?[0-9.]+([eE][+-]?\d+)?)$/

function skipToken(cursor: Cursor): void {
  const start = cursor.at
  const token = readUntil(cursor, SEMICOLON)
  if (token.length > MAX_TOKEN_BYTES || !scalar.test(token.toString('latin1'))) {
    throw new PhpFormatError('malformed', start)
  }
}

/** Digits up to a colon. */
function readLength(cursor: Cursor): number {
  const start = cursor.at
  let length = 0
  for (;;) {
    const byte = cursor.bytes[cursor.at]
    if (byte === undefined) throw new PhpFormatError('truncated', start)
    cursor.at += 1
    if (byte === COLON && cursor.at - 1 > start) return length
    if (byte < 0x30 || byte > 0x39 || cursor.at - start > 9) {
      throw new PhpFormatError('malformed', start)
    }
    length = length * 10 + byte - 0x30
  }
}

function readUntil(cursor: Cursor, end: number): Buffer {
  const stop = cursor.bytes.indexOf(end, cursor.at)
  if (stop < 0) throw new PhpFormatError('truncated', cursor.at)
  const read = cursor.bytes.subarray(cursor.at, stop)
  cursor.at = stop + 1
  return read
}

function expect(cursor: Cursor, byte: number): void {
  const found = cursor.bytes[cursor.at]
  if (found === undefined) throw new PhpFormatError('truncated', cursor.at)
  if (found !== byte) throw new PhpFormatError('malformed', cursor.at)
  cursor.at += 1
}
