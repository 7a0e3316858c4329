import { decodeCharset } from '../../../mime/charset/decode.ts'
import { charsetName, lettersOf } from '../../../mime/charset/names.ts'
import { toBytes } from '../message.ts'

/** One field of a header, unfolded, with one character per byte. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string
  readonly value: string
  /** Of all its lines on the wire, with their ends. */
  readonly bytes: number
}

/** Reads the fields of a header in their order. Linear; lines that are none of a field are passed by. */
export function parseHeaderFields(header: string): HeaderField[] {
  const fields: HeaderField[] = []
  let name = ''
  let lines: string[] = []
  let bytes = 0
  const finish = () => {
    if (name !== '') fields.push({ name, value: withoutLastBlanks(lines.join('')), bytes })
    name = ''
  }
  for (const line of header.split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      // Servers make the tab of a folded line a blank.
      if (name !== '') lines.push(` ${line.slice(1)}`)
      bytes += line.length + 2
      continue
    }
    finish()
    const colon = line.indexOf(':')
    if (colon < 1) continue
    name = line.slice(0, colon).trimEnd().toLowerCase()
    lines = [line.slice(colon + 1).replace(/^[ \t]+/, '')]
    bytes = line.length + 2
  }
  finish()
  return fields
}

/** A pattern would take the square of the blanks that stand within. */
function withoutLastBlanks(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1
  return text.slice(0, end)
}

const WORD = /=\?([^?\s]{1,80})\?([BbQq])\?([^?]*)\?=/g

/** The value with its encoded words (RFC 2047) decoded, as UTF-8 with one character per byte. */
export function decodeFieldValue(raw: string): string {
  if (!raw.includes('=?')) return validUtf8(raw)
  let text = ''
  let end = 0
  let isBehindWord = false
  for (const match of raw.matchAll(WORD)) {
    const [whole, charset = '', encoding = '', content = ''] = match
    const between = raw.slice(end, match.index)
    if (!isBehindWord || /[^ \t]/.test(between)) text += validUtf8(between)
    text += decodeWord(charset.replace(/\*.*$/, ''), encoding, content)
    end = match.index + whole.length
    isBehindWord = true
  }
  return text + validUtf8(raw.slice(end))
}

function decodeWord(charset: string, encoding: string, content: string): string {
  const bytes =
    encoding.toUpperCase() === 'B'
      ? Buffer.from(content, 'base64')
      : Buffer.from(
          content
            .replaceAll('_', ' ')
            .replace(/=([0-9A-Fa-f]{2})/g, (_whole, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
          'latin1',
        )
  return asUtf8Bytes(bytes, charset)
}

/** Bytes of a charset as UTF-8, one character per byte. */
export function asUtf8Bytes(bytes: Buffer, charset: string | undefined): string {
  if (STRICT_ASCII.test(lettersOf(charset ?? ''))) return asciiAlone(bytes)
  const name = charsetName(charset)
  if (name === undefined || name === 'utf-8') return validUtf8(bytes.toString('latin1'))
  return toBytes(name === 'utf-16' ? utf16(bytes, charset) : decodeCharset(bytes, charset))
}

/** Names of ASCII that Dovecot leaves to iconv; as `us-ascii` and `ascii` it takes UTF-8, too. */
const STRICT_ASCII = /^(?:ansix3419(?:68|86)|iso646us|iso646irv1991|isoir6|cp367|ibm367|us)$/

/** Other bytes in a row become one U+FFFD. */
function asciiAlone(bytes: Buffer): string {
  return toBytes(bytes.toString('latin1').replace(/[\x80-\xff]+/g, '\ufffd'))
}

/** As iconv has it: what the label says, whatever the bytes look like, and little-endian where nothing says otherwise. */
function utf16(bytes: Buffer, charset = ''): string {
  const pairs = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
  const isBigEndian = lettersOf(charset).endsWith('be') || (pairs[0] === 0xfe && pairs[1] === 0xff)
  const text = (isBigEndian ? pairs.swap16() : pairs).toString('utf16le')
  return text.replace(/^\ufeff/, '')
}

/** What is no UTF-8 becomes U+FFFD. */
function validUtf8(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes
  return toBytes(Buffer.from(bytes, 'latin1').toString('utf8'))
}
