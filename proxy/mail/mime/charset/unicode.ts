import { isUtf8 } from 'node:buffer'

/** UTF-8 (RFC 3629): what is none becomes U+FFFD, byte by byte. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** The text where the bytes are UTF-8 throughout. */
export function asUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? decodeUtf8(bytes) : undefined
}

/**
 * Whether bytes are UTF-8 but for a few: a body that is cut within a character, a footer in another charset, surrogates
 * as Java and Oracle write them (CESU-8).
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  // At the end a character may be cut.
  const text = decodeUtf8(bytes).replace(/\ufffd$/, '')
  let faults = 0
  let characters = 0
  for (const character of text.matchAll(/[^\x00-\x7f]/gu)) {
    if (character[0] === '\ufffd') faults += 1
    else characters += 1
  }
  return characters > 0 && characters >= 2 * faults
}

/**
 * UTF-16 (RFC 2781 4.3): by its mark, else by where its zeros are, else big-endian. undefined for bytes that cannot be it, which
 * programs that call everything Unicode send.
 */
export function decodeUtf16(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  const zeros = [0, 0]
  bytes.subarray(0, SAMPLE_BYTES).forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  // Without blanks and line ends of two bytes it is either no UTF-16, or Chinese.
  if (even + odd === 0 && asUtf8(bytes) !== undefined) return undefined
  return new TextDecoder(odd > even ? 'utf-16le' : 'utf-16be').decode(bytes)
}

const SAMPLE_BYTES = 4_096
