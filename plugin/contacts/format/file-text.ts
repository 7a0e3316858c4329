import { isUtf8 } from 'node:buffer'
import { decodeCharset } from '../../../proxy/mail/mime/charset/decode.ts'
import { columnOf } from './csv/columns.ts'
import { guessCharset } from './guess-charset.ts'

/** Looked through for the zeros of UTF-16. */
const MAX_LOOK_BYTES = 4_096

/**
 * A file whose bytes hold ASCII as it is, with line feeds: UTF-16, with its mark or without one, becomes UTF-8, a mark of UTF-8 is
 * left out, and so are the ends of lines of an old Mac.
 */
export function plainBytes(file: Buffer): Buffer {
  const bytes = withoutUtf16(file)
  if (bytes.includes(LINE_FEED) || !bytes.includes(CARRIAGE_RETURN)) return bytes
  return Buffer.from(bytes.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte)))
}

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d]

function withoutUtf16(file: Buffer): Buffer {
  const mark = file.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return file.subarray(3)
  const charset = utf16Of(file)
  if (charset === undefined) return file
  const text = decodeCharset(file, charset)
  return Buffer.from(text.startsWith('\ufeff') ? text.slice(1) : text)
}

/** Line ends, commas and names of columns are ASCII in every language: every other byte of them is zero. */
function utf16Of(file: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = file.toString('latin1', 0, 2)
  if (mark === '\xff\xfe') return 'utf-16le'
  if (mark === '\xfe\xff') return 'utf-16be'
  const zeros = { even: 0, odd: 0 }
  for (let at = 0; at < Math.min(file.length, MAX_LOOK_BYTES); at += 1) {
    if (file[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  }
  if (zeros.odd > 8 * zeros.even) return 'utf-16le'
  return zeros.even > 8 * zeros.odd ? 'utf-16be' : undefined
}

/** The text of a file of columns. */
export function columnsText(file: Buffer): string {
  if (isUtf8(file)) return file.toString()
  // Excel's own line is before the header.
  const [separatorLine = ''] = /^sep=.\r?\n/i.exec(file.toString('latin1', 0, 10)) ?? []
  const charset = guessCharset(file.subarray(separatorLine.length), mappedColumns)
  return charset === 'utf-8' ? file.toString() : decodeCharset(file, charset)
}

/** How many names of columns beyond ASCII a line has that are known. */
function mappedColumns(line: string): number {
  const cells = line.split(/[,;\t]/).map((cell) => cell.replaceAll('"', '').trim())
  return cells.filter((cell) => /[^\x00-\x7f]/.test(cell) && columnOf(cell) !== undefined).length
}
