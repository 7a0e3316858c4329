import { decodeCharset } from '../../../../proxy/mail/mime/charset/decode.ts'

/** One line of a record: `mail: a@b`. */
export interface LdifLine {
  readonly line: number
  /** Small letters, without options. */
  readonly name: string
  /** Of `name:: base64` the bytes, of all else the text as UTF-8. */
  readonly value: Buffer
}

/** An entry of a file (RFC 2849), or what of it is none; undefined where others may have their turn. */
export type LdifRecord =
  | {
      readonly kind: 'record'
      readonly line: number
      readonly lines: readonly LdifLine[]
      /** Lines that say nothing that can be read, with their text. */
      readonly unread: readonly { readonly line: number; readonly text: string }[]
    }
  | { readonly kind: 'too-long'; readonly line: number }
  | undefined

/** Lines of one record; a list has one for each member. */
const MAX_LINES = 20_000
/** Bytes of one record: a picture, in base64, and all else. */
const MAX_RECORD_BYTES = 1024 * 1024
/** Lines after which others get their turn: these take a millisecond. */
const LINES_AT_ONCE = 2_000

interface OpenRecord {
  readonly line: number
  /** Unfolded. */
  readonly lines: { readonly line: number; readonly pieces: Buffer[] }[]
  bytes: number
  count: number
}

/** Cuts a file into its records, at empty lines, and joins what is folded (RFC 2849, `FILL`). Linear in the file. */
export function* ldifRecords(file: Buffer): Generator<LdifRecord> {
  let open: OpenRecord | undefined
  let isComment = false
  for (const { line, bytes } of physicalLines(file)) {
    if (line % LINES_AT_ONCE === 0) yield undefined
    if (bytes.length === 0) {
      if (open !== undefined) yield recordOf(open)
      open = undefined
      isComment = false
      continue
    }
    const isFolded = bytes[0] === SPACE
    if (!isFolded) isComment = bytes[0] === HASH
    if (isComment) continue
    open ??= { line, lines: [], bytes: 0, count: 0 }
    open.bytes += bytes.length
    open.count += 1
    if (open.bytes > MAX_RECORD_BYTES || open.count > MAX_LINES) continue
    const last = open.lines.at(-1)
    if (isFolded && last !== undefined) last.pieces.push(bytes.subarray(1))
    else open.lines.push({ line, pieces: [bytes] })
  }
  if (open !== undefined) yield recordOf(open)
}

const [SPACE, HASH] = [0x20, 0x23]

function recordOf({ line, lines, bytes, count }: OpenRecord): LdifRecord {
  if (bytes > MAX_RECORD_BYTES || count > MAX_LINES) return { kind: 'too-long', line }
  const read: LdifLine[] = []
  const unread: { line: number; text: string }[] = []
  for (const one of lines) {
    const whole = Buffer.concat(one.pieces)
    const parsed = lineOf(one.line, whole)
    if (parsed === undefined) unread.push({ line: one.line, text: decodeCharset(whole, 'utf-8') })
    else read.push(parsed)
  }
  return { kind: 'record', line, lines: read, unread }
}

/** `name;option: text`, `name:: base64`; an address of a file elsewhere (`name:< file:`) is never opened. */
const HEAD = /^([A-Za-z0-9.-]+)(?:;[^:]*)?:([:<]?) *$/

function lineOf(line: number, bytes: Buffer): LdifLine | undefined {
  const colon = bytes.indexOf(':')
  if (colon === -1 || colon > 200) return undefined
  let startOffset = colon + 1
  if (bytes[startOffset] === 0x3a || bytes[startOffset] === 0x3c) startOffset += 1
  while (bytes[startOffset] === SPACE) startOffset += 1
  const [, name = '', mark] = HEAD.exec(bytes.toString('latin1', 0, startOffset)) ?? []
  if (name === '' || mark === '<') return undefined
  const rest = bytes.subarray(startOffset)
  const value = mark === ':' ? Buffer.from(rest.toString('latin1'), 'base64') : rest
  return { line, name: name.toLowerCase(), value }
}

function* physicalLines(file: Buffer) {
  let line = 1
  for (let at = 0; at < file.length; line += 1) {
    const end = file.indexOf(0x0a, at)
    const stop = end === -1 ? file.length : end
    let last = stop
    while (last > at && file[last - 1] === 0x0d) last -= 1
    yield { line, bytes: file.subarray(at, last) }
    at = stop + 1
  }
}
