import type { BodyNode } from '../structure/body-structure.ts'
import { charsetName } from '../charset/names.ts'
import { decodeCharset } from '../charset/decode.ts'
import { enrichedToPlain } from './enriched-text.ts'
import { unflow } from './flowed-text.ts'
import { decodeTransfer } from '../transfer/transfer-decoder.ts'

/** A body as it is read: without its encoding, in its charset, lines put together again, without what no screen shows. */
export function bodyText(bytes: Buffer, node: BodyNode): string {
  const { encoding, type, flowed, enclosing } = node
  const decoded = decodeTransfer(bytes, encoding)
  const text = decodeText(decoded, charsetOf(decoded, node))
  // A delimiter came: then the text is empty because its sender left it so.
  if (enclosing?.boundary !== undefined && hasDelimiter(text, enclosing.boundary)) return ''
  if (type === 'text/enriched' || type === 'text/richtext') return enrichedToPlain(text)
  return flowed === undefined ? text : unflow(text, flowed)
}

/** A file as it is read: in its charset, without what no screen shows. */
export function decodeText(bytes: Buffer, charset: string | undefined): string {
  return withoutControls(decodeCharset(bytes, charset))
}

/** HTML says its charset itself where its header does not (RFC 2854 6), within its first bytes. */
function charsetOf(bytes: Buffer, { type, charset }: BodyNode): string | undefined {
  if (type !== 'text/html' || charsetName(charset) !== undefined) return charset
  const prefix = bytes.subarray(0, HTML_HEAD_BYTES).toString('latin1')
  const [, named] =
    /<(?:meta\b[^>]*?\bcharset\s*=|\?xml\b[^>]*?\bencoding\s*=)\s*["']?\s*([\w.:-]+)/i.exec(
      prefix,
    ) ?? []
  // What could be read so far is not in a charset of two bytes a letter (HTML 13.2.3.2).
  return named === undefined || charsetName(named) === 'utf-16' ? charset : named
}

const HTML_HEAD_BYTES = 4_096

function hasDelimiter(text: string, boundary: string): boolean {
  return `\n${text}`.includes(`\n--${boundary}`)
}

/** Colours of a terminal (ECMA-48 CSI), and letters that are typed twice to be bold or underlined. */
const ESCAPES = /\x1b\[[\d;?]*[ -/]*[@-~]|\x1b[@-_]|[^\n]\x08/g
const CONTROLS = /[\x00-\x08\x0b\x0e-\x1f\x7f]/g

/** A form feed starts a page: a line, on a screen. */
function withoutControls(text: string): string {
  if (!/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/.test(text)) return text
  return text.replace(ESCAPES, '').replace(/\x0c/g, '\n').replace(CONTROLS, '')
}
