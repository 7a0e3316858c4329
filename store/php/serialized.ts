import { PhpFormatError, phpLimits, type PhpValue } from './format.ts'
import { expect, hasRoomFor, readCount, readUntil, type Cursor } from './cursor.ts'
import { readKey, readValue } from './reader.ts'
import { skipValue } from './variable-names.ts'

/**
 * The entries of an array as PHP's `serialize` writes it. One that holds what no one builds here (objects, references)
 * is there without its value: undefined. Throws PhpFormatError for what PHP would not have written.
 */
export function readSerializedEntries(
  bytes: Buffer,
  limits = phpLimits,
): ReadonlyMap<string, PhpValue | undefined> {
  const { className, values } = splitSerialized(bytes, limits)
  if (className !== undefined) throw new PhpFormatError('malformed', 0)
  return new Map([...values].map(([key, value]) => [key, readSerialized(value, limits)]))
}

/** An array, or the properties of an object, whose values are not read. */
export interface SerializedParts {
  /** undefined for an array. */
  readonly className: string | undefined
  /** Protected properties have `\0*\0` before their names. */
  readonly values: ReadonlyMap<string, Buffer>
}

/** Takes an array or an object apart as PHP's `serialize` writes it. Throws PhpFormatError for anything else. */
export function splitSerialized(bytes: Buffer, limits = phpLimits): SerializedParts {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)

  const cursor: Cursor = { bytes, at: 0 }
  const className = bytes[0] === LETTER_O ? readClassName(cursor) : undefined
  if (className === undefined) expect(cursor, 'a')
  if (className === undefined) expect(cursor, ':')
  const count = readCount(cursor)
  expect(cursor, '{')
  if (!hasRoomFor(count, cursor)) throw new PhpFormatError('truncated', cursor.at)
  const values = new Map<string, Buffer>()
  for (let index = 0; index < count; index += 1) {
    const key = readKey(cursor)
    const start = cursor.at
    skipValue(cursor, limits.maxDepth)
    values.set(key, bytes.subarray(start, cursor.at))
  }
  expect(cursor, '}')
  if (cursor.at < bytes.length) throw new PhpFormatError('malformed', cursor.at)
  return { className, values }
}

const LETTER_O = 'O'.charCodeAt(0)

/** `O:<bytes>:"<name>":` */
function readClassName(cursor: Cursor): string {
  expect(cursor, 'O')
  expect(cursor, ':')
  readCount(cursor)
  expect(cursor, '"')
  const name = readUntil(cursor, '"').toString('latin1')
  expect(cursor, ':')
  return name
}

/** One value; undefined for what no one builds here. */
export function readSerialized(bytes: Buffer, limits = phpLimits): PhpValue | undefined {
  try {
    return readValue({ bytes, maxDepth: limits.maxDepth, at: 0 }, 1)
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}
