import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import { detectCharset } from './detect.ts'
import { charsetName, lettersOf } from './names.ts'
import { hasEscapes, statefulDecoder } from './stateful.ts'
import { asUtf8, decodeUtf16, decodeUtf8, isMostlyUtf8 } from './unicode.ts'

/**
 * Decodes bytes of a message as its sender named them. What cannot be that (8-bit bytes in a charset of 7), has no name or one
 * that says nothing is read as UTF-8, ISO 2022 by its escapes, `likely` where that says anything (the charset of the body, for
 * its header), or what a detector makes of it. What makes no sense becomes U+FFFD. Never throws.
 */
export function decodeCharset(
  bytes: Uint8Array,
  charset: string | undefined,
  likely?: string,
): string {
  const stateful = statefulDecoder(lettersOf(charset ?? ''))
  if (stateful !== undefined) return isAscii(bytes) ? stateful(bytes) : guess(bytes, likely)
  const name = charsetName(charset)
  return name === undefined ? guess(bytes, likely) : decodeNamed(bytes, name)
}

function decodeNamed(bytes: Uint8Array, name: string): string {
  if (name === 'utf-8') return decodeUtf8(bytes)
  if (name === 'utf-16') return decodeUtf16(bytes) ?? decodeUtf8(bytes)
  // ISO 8859-1 is read as Windows-1252 by everybody (WHATWG Encoding 4.2).
  return iconv.decode(Buffer.from(bytes), name === 'iso-8859-1' ? 'windows-1252' : name)
}

function guess(bytes: Uint8Array, likely: string | undefined): string {
  if (isAscii(bytes)) {
    const stateful = hasEscapes(bytes) ? statefulDecoder('iso2022jp') : undefined
    return stateful?.(bytes) ?? Buffer.from(bytes).toString('latin1')
  }
  const text = asUtf8(bytes)
  if (text !== undefined) return text
  const name = charsetName(likely)
  if (name !== undefined && !name.startsWith('utf-')) return decodeNamed(bytes, name)
  return isMostlyUtf8(bytes) ? decodeUtf8(bytes) : decodeNamed(bytes, detectCharset(bytes))
}
