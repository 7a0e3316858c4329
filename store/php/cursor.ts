import { PhpFormatError } from './format.ts'

/** A place in serialized data that goes forward. */
export interface Cursor {
  readonly bytes: Buffer
  at: number
}

/** Steps over one character. Throws PhpFormatError when there is another one, or none. */
export function expect(cursor: Cursor, character: string): void {
  const found = cursor.bytes[cursor.at]
  if (found === undefined) throw new PhpFormatError('truncated', cursor.at)
  if (found !== character.charCodeAt(0)) throw new PhpFormatError('malformed', cursor.at)
  cursor.at += 1
}

/** What is before a character, which is stepped over. Throws PhpFormatError when it never comes. */
export function readUntil(cursor: Cursor, end: string): Buffer {
  const stop = cursor.bytes.indexOf(end.charCodeAt(0), cursor.at)
  if (stop < 0) throw new PhpFormatError('truncated', cursor.at)
  const read = cursor.bytes.subarray(cursor.at, stop)
  cursor.at = stop + 1
  return read
}

const MAX_TOKEN_BYTES = 64

/** A short text of this shape before a character. Throws PhpFormatError for another one. */
export function readToken(cursor: Cursor, end: string, shape: RegExp): string {
  const start = cursor.at
  const bytes = readUntil(cursor, end)
  const text = bytes.length > MAX_TOKEN_BYTES ? undefined : bytes.toString('latin1')
  if (text === undefined || !shape.test(text)) throw new PhpFormatError('malformed', start)
  return text
}

const MAX_COUNT_DIGITS = 9
const DIGIT_0 = 0x30
const DIGIT_9 = 0x39
const COLON = 0x3a

/** How many bytes or elements follow, with the colon behind it. Throws PhpFormatError for what is no count. */
export function readCount(cursor: Cursor): number {
  const { bytes, at: start } = cursor
  let count = 0
  let at = start
  // Digit by digit: a session has a hundred counts, and is read with each request.
  for (let byte = bytes[at] ?? 0; byte >= DIGIT_0 && byte <= DIGIT_9; byte = bytes[at] ?? 0) {
    count = count * 10 + byte - DIGIT_0
    at += 1
  }
  if (at >= bytes.length) throw new PhpFormatError('truncated', start)
  const isCount = at > start && at - start <= MAX_COUNT_DIGITS && bytes[at] === COLON
  if (!isCount) throw new PhpFormatError('malformed', start)
  cursor.at = at + 1
  return count
}

/** Whether so many elements have room in what is left; the shortest, `i:0;N;`, has 6 bytes. */
export function hasRoomFor(count: number, { bytes, at }: Cursor): boolean {
  return count * 6 <= bytes.length - at
}
