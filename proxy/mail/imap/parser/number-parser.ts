import { ResponseTooLarge, type ValueLimits } from './limits.ts'
import type { NumberData } from './response.ts'
import { SLICE_CHARACTERS, type Sliced } from './slice.ts'
import { readSet } from './uid-set.ts'
import { bytesOf, nameOf } from './value.ts'
import { parseValues } from './value-parser.ts'

const SPACE = 0x20
const ZERO = 0x30

/** Messages of one mailbox; 4 bytes are stored for each. */
const MAX_NUMBERS = 4_000_000

/** Servers tell what they found in ascending order; more than so many in another one are not sorted here. */
const MAX_UNSORTED = 200_000

/**
 * Reads `* SEARCH 1 2 3` and `* SORT 3 1 2` from behind the name. `(MODSEQ n)` may follow the numbers
 * (RFC 7162 3.1.5); it is not wanted here. Throws ResponseTooLarge.
 */
export function* parseNumbers(
  name: 'SEARCH' | 'SORT',
  text: string,
  from: number,
): Sliced<NumberData> {
  const bracket = text.indexOf('(', from)
  const end = bracket === -1 ? text.length : bracket
  const numbers = new Uint32Array(yield* countWords(text, from, end))
  let filled = 0
  let current = -1
  let isAscending = true
  for (let index = from; index <= end; index += 1) {
    if (index % SLICE_CHARACTERS === 0) yield
    const digit = index === end ? -1 : text.charCodeAt(index) - ZERO
    if (digit >= 0 && digit <= 9) {
      current = (current < 0 ? 0 : current * 10) + digit
      continue
    }
    if (current < 0) continue
    if (filled > 0 && current <= (numbers[filled - 1] ?? 0)) isAscending = false
    numbers[filled++] = current
    current = -1
  }
  if (name === 'SEARCH' && !isAscending && filled > MAX_UNSORTED) {
    throw new ResponseTooLarge(`more than ${MAX_UNSORTED} numbers in no order`)
  }
  return { kind: 'numbers', name, numbers: numbers.subarray(0, filled) }
}

/** Reads `* ESEARCH (TAG "P1") UID ALL 1:3,7` (RFC 9051 7.3.4). Without ALL there is no match. */
export function* parseFoundSet(
  text: string,
  from: number,
  limits: ValueLimits,
): Sliced<NumberData> {
  const values = yield* parseValues({ text, literals: [] }, from, limits)
  const all = values.findIndex((value) => nameOf(value) === 'ALL')
  const set = all === -1 ? '' : bytesOf(values[all + 1])
  return { kind: 'numbers', name: 'ESEARCH', numbers: yield* readSet(set, MAX_NUMBERS) }
}

function* countWords(text: string, from: number, end: number): Sliced<number> {
  let words = 1
  for (let index = from; index < end; index += 1) {
    if (index % SLICE_CHARACTERS === 0) yield
    if (text.charCodeAt(index) === SPACE) words += 1
  }
  if (words > MAX_NUMBERS) throw new ResponseTooLarge(`more than ${MAX_NUMBERS} numbers`)
  return words
}
