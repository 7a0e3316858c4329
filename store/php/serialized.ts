import { PhpFormatError, phpLimits, type PhpValue } from './format.ts'
import { expect, hasRoomFor, readCount, type Cursor } from './cursor.ts'
import { readKey, readValue } from './reader.ts'
import { skipValue } from './variable-names.ts'

/**
 * The entries of an array as PHP's `serialize` writes it. One that holds what nobody builds here (objects, references)
 * is there without its value: undefined. Throws PhpFormatError for what PHP would not have written.
 */
export function readSerializedEntries(
  bytes: Buffer,
  limits = phpLimits,
): ReadonlyMap<string, PhpValue | undefined> {
  if (bytes.length > limits.maxBytes) throw new PhpFormatError('too_large', limits.maxBytes)

  const cursor: Cursor = { bytes, at: 0 }
  expect(cursor, 'a')
  expect(cursor, ':')
  const count = readCount(cursor)
  expect(cursor, '{')
  if (!hasRoomFor(count, cursor)) throw new PhpFormatError('truncated', cursor.at)
  const entries = new Map<string, PhpValue | undefined>()
  for (let index = 0; index < count; index += 1) {
    const key = readKey(cursor)
    const start = cursor.at
    skipValue(cursor, limits.maxDepth)
    entries.set(key, valueOf(bytes.subarray(start, cursor.at), limits.maxDepth))
  }
  expect(cursor, '}')
  if (cursor.at < bytes.length) throw new PhpFormatError('malformed', cursor.at)
  return entries
}

function valueOf(bytes: Buffer, maxDepth: number): PhpValue | undefined {
  try {
    return readValue({ bytes, maxDepth, at: 0 }, 1)
  } catch (error) {
    if (error instanceof PhpFormatError) return undefined
    throw error
  }
}
