import type { ImapValue } from './response.ts'

/** The elements of a list; empty for anything else. */
export function listOf(value: ImapValue | undefined): readonly ImapValue[] {
  return isList(value) ? value : []
}

/** True for a parenthesized list, the empty one included. */
export function isList(value: ImapValue | undefined): value is readonly ImapValue[] {
  return Array.isArray(value)
}

/** The string of an atom, quoted string or literal with one character per byte; empty for NIL and lists. */
export function bytesOf(value: ImapValue | undefined): string {
  if (typeof value === 'string') return value
  return Buffer.isBuffer(value) ? value.toString('latin1') : ''
}

/** The same as a Buffer; not copied when it is one. */
export function bufferOf(value: ImapValue | undefined): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.from(bytesOf(value), 'latin1')
}

/** As `bytesOf`, read as UTF-8 (RFC 9051 has no other charset outside of messages). */
export function textOf(value: ImapValue | undefined): string {
  if (Buffer.isBuffer(value)) return value.toString('utf8')
  if (typeof value !== 'string') return ''
  return isAscii(value) ? value : Buffer.from(value, 'latin1').toString('utf8')
}

/** The string of an atom where NIL is a name like others: a keyword or a mailbox may be called so. */
export function atomOf(value: ImapValue | undefined): string {
  return value === null ? 'NIL' : bytesOf(value)
}

/** An upper-case atom. */
export function nameOf(value: ImapValue | undefined): string {
  const name = bytesOf(value)
  // Servers write names in capitals: the conversion, which costs more than the look, is seldom needed.
  return LOWER_CASE.test(name) ? name.toUpperCase() : name
}

const LOWER_CASE = /[a-z]/

/** A decimal number, or undefined. */
export function numberOf(value: ImapValue | undefined): number | undefined {
  const digits = bytesOf(value)
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** A 63-bit number such as a MODSEQ (RFC 7162), or undefined. */
export function bigintOf(value: ImapValue | undefined): bigint | undefined {
  const digits = bytesOf(value)
  return /^\d{1,20}$/.test(digits) ? BigInt(digits) : undefined
}

/** Reads a list of alternating names and values, names in upper case. */
export function pairsOf(value: ImapValue | undefined): ReadonlyMap<string, ImapValue> {
  const list = listOf(value)
  const pairs = new Map<string, ImapValue>()
  for (let index = 0; index + 1 < list.length; index += 2) {
    pairs.set(nameOf(list[index]), list[index + 1] ?? null)
  }
  return pairs
}

/** True when every character is ASCII: the default case, which needs no decoding. */
export function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false
  }
  return true
}

/**
 * A piece of a section of a message (RFC 9051 6.4.5), as it was requested; undefined where a FETCH has none. Some servers
 * leave the origin out of their answer, and others answer the whole section.
 */
export function sectionPiece(
  items: ReadonlyMap<string, ImapValue>,
  section: string,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
): Buffer | undefined {
  const piece = items.get(`BODY[${section}]<${offset}>`)
  if (piece !== undefined) return bufferOf(piece)
  const unplaced = items.get(`BODY[${section}]`)
  if (unplaced === undefined) return undefined
  const whole = bufferOf(unplaced)
  return whole.length <= bytes ? whole : whole.subarray(offset, offset + bytes)
}
