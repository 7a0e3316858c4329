import { ResponseTooLarge } from './limits.ts'
import { ImapProtocolError } from './response.ts'
import { inOneGo, SLICE_CHARACTERS, SLICE_NUMBERS, type Sliced } from './slice.ts'

/**
 * Writes ascending UIDs as an IMAP sequence set, runs as ranges: `1:3,7`. Any order is accepted;
 * only ascending runs become ranges.
 */
export function packUids(uids: Iterable<number>): string {
  const ranges: string[] = []
  let first = 0
  let last = 0
  for (const uid of uids) {
    if (uid === last + 1 && first !== 0) {
      last = uid
      continue
    }
    if (first !== 0) ranges.push(first === last ? `${first}` : `${first}:${last}`)
    first = uid
    last = uid
  }
  if (first !== 0) ranges.push(first === last ? `${first}` : `${first}:${last}`)
  return ranges.join(',')
}

/**
 * Reads a sequence set into its numbers, in the order it names them (COPYUID and ESORT rely on the
 * order). Throws ImapProtocolError for anything else, and ResponseTooLarge for more than `maxNumbers`.
 */
export function unpackUids(set: string, maxNumbers: number): Uint32Array {
  return inOneGo(readSet(set, maxNumbers))
}

/** As `unpackUids`, in slices: counted first, before memory is taken. */
export function* readSet(set: string, maxNumbers: number): Sliced<Uint32Array> {
  let total = 0
  let sliceEnd = SLICE_CHARACTERS
  for (let at = 0; at < set.length;) {
    const range = readRange(set, at)
    total += Math.abs(range.last - range.first) + 1
    if (total > maxNumbers) throw new ResponseTooLarge(`more than ${maxNumbers} numbers`)
    at = range.next
    if (at < sliceEnd) continue
    sliceEnd += SLICE_CHARACTERS
    yield
  }
  const numbers = new Uint32Array(total)
  let filled = 0
  for (let at = 0; at < set.length;) {
    const { first, last, next } = readRange(set, at)
    const step = first <= last ? 1 : -1
    for (let number = first; number !== last + step; number += step) {
      numbers[filled++] = number
      if (filled % SLICE_NUMBERS === 0) yield
    }
    at = next
  }
  return numbers
}

interface Range {
  readonly first: number
  readonly last: number
  /** Where the next one starts. */
  readonly next: number
}

function readRange(set: string, from: number): Range {
  const firstEnd = endOfNumber(set, from)
  const hasLast = set[firstEnd] === ':'
  const end = hasLast ? endOfNumber(set, firstEnd + 1) : firstEnd
  // A comma has a range behind it.
  if (end < set.length && (set[end] !== ',' || end + 1 === set.length)) throw noSet()
  const first = Number(set.slice(from, firstEnd))
  return { first, last: hasLast ? Number(set.slice(firstEnd + 1, end)) : first, next: end + 1 }
}

const MAX_DIGITS = 10

function endOfNumber(set: string, from: number): number {
  let end = from
  while (end < set.length && isDigit(set.charCodeAt(end))) end += 1
  if (end === from || end - from > MAX_DIGITS) throw noSet()
  return end
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function noSet(): ImapProtocolError {
  return new ImapProtocolError('a sequence set that is none')
}
