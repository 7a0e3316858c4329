import { inflateSync } from 'node:zlib'
import type { MemcachedValue } from './memcached-connection.ts'

// Flags of php-memcached (its README, "Data types" and memcached.compression_type): four bits of the type, then the form.
const TYPE_MASK = 0xf
const COMPRESSED = 1 << 4
const ZLIB = 1 << 5
const FASTLZ = 1 << 6
/** Bytes of the length in front of what is compressed, in the order of the machine. */
const LENGTH_BYTES = 4
/** Flag of php-memcache, which always compresses by zlib. */
const MEMCACHE_COMPRESSED = 2

/** Larger than any session. */
const MAX_BYTES = 16 * 1024 * 1024

/** The text that PHP has stored; undefined for a value of another type or form. */
export function textOfMemcachedValue({ flags, bytes }: MemcachedValue): Buffer | undefined {
  if (flags === 0) return bytes
  if (flags === MEMCACHE_COMPRESSED) return inflated(bytes)
  if ((flags & TYPE_MASK) !== 0 || (flags & COMPRESSED) === 0) return undefined
  const content = bytes.subarray(LENGTH_BYTES)
  if ((flags & ZLIB) !== 0) return inflated(content)
  return (flags & FASTLZ) === 0 ? undefined : unpackFastLz(content, bytes.readUInt32LE(0))
}

function inflated(bytes: Buffer): Buffer | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_BYTES })
  } catch {
    // No one can read it: it is no session.
    return undefined
  }
}

/** Both levels of FastLZ (ariya/FastLZ, "Block Format"); undefined for what is not of this length. */
function unpackFastLz(packed: Buffer, length: number): Buffer | undefined {
  if (length > MAX_BYTES) return undefined
  const unpacked = Buffer.alloc(length)
  const byteAt = (at: number) => packed[at] ?? 0
  const isLevel2 = byteAt(0) >> 5 === 1
  let from = 0
  let to = 0
  while (from < packed.length) {
    const control = from === 0 ? byteAt(from) & 0x1f : byteAt(from)
    from += 1
    if (control < 32) {
      to += packed.copy(unpacked, to, from, from + control + 1)
      from += control + 1
      continue
    }
    let count = (control >> 5) + 2
    if (count === 9) {
      let more = 0
      do {
        more = byteAt(from)
        count += more
        from += 1
      } while (isLevel2 && more === 255 && from < packed.length)
    }
    let distance = ((control & 0x1f) << 8) + byteAt(from)
    from += 1
    if (isLevel2 && distance === 0x1fff) {
      distance += byteAt(from) * 256 + byteAt(from + 1)
      from += 2
    }
    const start = to - distance - 1
    if (start < 0 || to + count > length) return undefined
    for (let n = 0; n < count; n += 1) unpacked[to + n] = unpacked[start + n] ?? 0
    to += count
  }
  return to === length ? unpacked : undefined
}
