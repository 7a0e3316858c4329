// PHP strings are bytes, ours are text. Bytes that are no UTF-8 become lone surrogates U+DC80..U+DCFF
// and back (as PEP 383 does), so a record written by another program is kept byte for byte.

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const SHORT_BYTES = 64

/** Bytes of a PHP string as text; undecodable bytes survive the way back through `bytesOfText`. */
export function textOfBytes(bytes: Buffer): string {
  // Names and most values: a decoder is dearer than they are long.
  if (bytes.length <= SHORT_BYTES && isAscii(bytes)) return bytes.toString('latin1')
  try {
    return strictUtf8.decode(bytes)
  } catch {
    // Not UTF-8: the slow path below keeps every byte.
    return escapeUndecodable(bytes)
  }
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80)
}

/** Text as the bytes of a PHP string: UTF-8, with escaped bytes restored. */
export function bytesOfText(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, 'utf8')

  const parts = Array.from(text, (character) => {
    const point = character.codePointAt(0) ?? 0
    return point >= 0xdc80 && point <= 0xdcff
      ? Buffer.from([point - 0xdc00])
      : Buffer.from(character, 'utf8')
  })
  return Buffer.concat(parts)
}

function escapeUndecodable(bytes: Buffer): string {
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at)
    text +=
      length === 0
        ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
        : bytes.toString('utf8', at, at + length)
    at += Math.max(length, 1)
  }
  return text
}

/** Length of the well-formed UTF-8 sequence at `at`, or 0 (RFC 3629 section 4). */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1

  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  try {
    strictUtf8.decode(bytes.subarray(at, at + length))
    return at + length <= bytes.length ? length : 0
  } catch {
    // Overlong, truncated or stray: the caller escapes this one byte.
    return 0
  }
}
