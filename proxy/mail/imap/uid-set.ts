import { ImapProtocolError } from './response.ts'

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
 * order). Throws ImapProtocolError for anything else, and for more than `maxNumbers`.
 */
export function unpackUids(set: string, maxNumbers: number): Uint32Array {
  const ranges = set === '' ? [] : set.split(',').map(parseRange)
  let total = 0
  for (const [first, last] of ranges) total += Math.abs(last - first) + 1
  if (total > maxNumbers) throw new ImapProtocolError('a sequence set exceeds its limit')

  const numbers = new Uint32Array(total)
  let filled = 0
  for (const [first, last] of ranges) {
    const step = first <= last ? 1 : -1
    for (let number = first; number !== last + step; number += step) numbers[filled++] = number
  }
  return numbers
}

function parseRange(range: string): readonly [number, number] {
  const match = /^(\d{1,10})(?::(\d{1,10}))?$/.exec(range)
  if (match === null) throw new ImapProtocolError('a sequence set that is none')
  const first = Number(match[1])
  return [first, match[2] === undefined ? first : Number(match[2])]
}
