import { isUtf8 } from 'node:buffer'
import { decodeCharset } from '../../../proxy/mail/mime/charset/decode.ts'
import { detectCharset } from '../../../proxy/mail/mime/charset/detect.ts'

/** Bytes that are looked at: as many of lines beyond ASCII as there are. */
const MAX_SAMPLE_BYTES = 16 * 1024

/** What address books of the world are written in, the more usual first where nothing else decides; UTF-8 with a damaged byte is one. */
const CANDIDATES = [
  ...['utf-8', 'windows-1252', 'windows-1251', 'windows-1250', 'shift_jis', 'gb18030', 'big5'],
  ...['euc-kr'],
  ...['windows-1254', 'windows-1253', 'windows-1257', 'windows-1255', 'windows-1256', 'koi8-r'],
  ...['iso-8859-2', 'euc-jp', 'ibm866', 'macintosh', 'windows-1258', 'windows-874'],
]

/**
 * The charset of bytes that are no UTF-8: of the candidates that one in which `knownWords` knows most words of the first line, as a
 * detector alone is wrong for a few letters; else the detector's.
 */
export function guessCharset(
  bytes: Buffer,
  knownWords: (line: string) => number = () => 0,
): string {
  const detected = detectCharset(sampleOf(bytes, () => true))
  const header = bytes.subarray(0, MAX_SAMPLE_BYTES)
  const end = header.findIndex((byte) => byte === 0x0a || byte === 0x0d)
  const firstLine = end === -1 ? header : header.subarray(0, end)
  if (!firstLine.some((byte) => byte >= 0x80)) return detected
  const known = [detected, ...CANDIDATES].map((charset) => ({
    charset,
    words: knownWords(decodeCharset(firstLine, charset)),
  }))
  const most = Math.max(...known.map(({ words }) => words))
  return known.find(({ words }) => words === most)?.charset ?? detected
}

/** The charset of those lines of a file that are no UTF-8; looked for when it is first requested. */
export function charsetOfRest(file: Buffer): () => string {
  let charset: string | undefined
  return () => (charset ??= guessCharset(sampleOf(file, (line) => !isUtf8(line))))
}

/** Lines beyond ASCII, joined, each no longer than all of them may be. */
function sampleOf(bytes: Buffer, isWanted: (line: Buffer) => boolean): Buffer {
  const lines: Buffer[] = []
  let size = 0
  let startOffset = 0
  let isBeyond = false
  for (const [at, byte] of bytes.entries()) {
    if (byte >= 0x80) isBeyond = true
    const isLast = at === bytes.length - 1
    if (byte !== 0x0a && byte !== 0x0d && !isLast && at - startOffset < MAX_SAMPLE_BYTES) continue
    const line = bytes.subarray(startOffset, at + 1)
    if (isBeyond && isWanted(line)) {
      lines.push(line)
      size += line.length
    }
    if (size >= MAX_SAMPLE_BYTES) break
    startOffset = at + 1
    isBeyond = false
  }
  return Buffer.concat(lines)
}
