import {
  ImapProtocolError,
  type ImapResponse,
  type NumberData,
  type StatusName,
} from './response.ts'
import { parseThreads } from './thread-parser.ts'
import { parseValues } from './value-parser.ts'
import { nameOf } from './value.ts'

const STATUS_NAMES: ReadonlyMap<string, StatusName> = new Map([
  ['OK', 'OK'],
  ['NO', 'NO'],
  ['BAD', 'BAD'],
  ['BYE', 'BYE'],
  ['PREAUTH', 'PREAUTH'],
])

/**
 * Reads one whole answer: its lines joined (each literal's announcement still in place) and its
 * literals apart. Throws ImapProtocolError.
 */
export function parseResponse(text: string, literals: readonly Buffer[]): ImapResponse {
  if (text.startsWith('+')) return { kind: 'continuation' }
  const tagEnd = text.indexOf(' ')
  if (tagEnd < 1) throw new ImapProtocolError('an answer without a tag')
  const tag = text.slice(0, tagEnd)

  const nameEnd = endOfWord(text, tagEnd + 1)
  const name = text.slice(tagEnd + 1, nameEnd).toUpperCase()
  const status = STATUS_NAMES.get(name)
  if (status !== undefined) return parseStatus(tag, status, text.slice(nameEnd + 1))
  if (tag !== '*') throw new ImapProtocolError('a tagged answer that is no status')
  return parseData(text, name, nameEnd, literals)
}

function parseData(
  text: string,
  name: string,
  nameEnd: number,
  literals: readonly Buffer[],
): ImapResponse {
  if (name === 'SEARCH' || name === 'SORT') return parseNumbers(name, text, nameEnd)
  if (name === 'THREAD') return parseThreads(text, nameEnd)
  const number = /^\d{1,10}$/.test(name) ? Number(name) : undefined
  if (number === undefined) {
    return { kind: 'data', name, number, values: parseValues(text, nameEnd, literals) }
  }
  const verbEnd = endOfWord(text, nameEnd + 1)
  return {
    kind: 'data',
    name: text.slice(nameEnd + 1, verbEnd).toUpperCase(),
    number,
    values: parseValues(text, verbEnd, literals),
  }
}

function parseStatus(tag: string, status: StatusName, rest: string): ImapResponse {
  const codeEnd = rest.startsWith('[') ? rest.indexOf(']') : -1
  if (codeEnd === -1) {
    return { kind: 'status', tag, status, code: undefined, codeValues: [], text: rest.trim() }
  }
  const [name, ...codeValues] = parseValues(rest.slice(1, codeEnd), 0, [])
  return {
    kind: 'status',
    tag,
    status,
    code: nameOf(name),
    codeValues,
    text: rest.slice(codeEnd + 1).trim(),
  }
}

/** `(MODSEQ n)` may follow the numbers (RFC 7162 3.1.5); it is not wanted here. */
function parseNumbers(name: NumberData['name'], text: string, from: number): ImapResponse {
  const numbers = new Uint32Array(countWords(text, from))
  let filled = 0
  let current = -1
  for (let index = from; index <= text.length; index += 1) {
    const digit = index === text.length ? -1 : text.charCodeAt(index) - 0x30
    if (digit >= 0 && digit <= 9) {
      current = (current < 0 ? 0 : current * 10) + digit
      continue
    }
    if (current >= 0) numbers[filled++] = current
    current = -1
    if (text[index] === '(') break
  }
  return { kind: 'numbers', name, numbers: numbers.subarray(0, filled) }
}

function countWords(text: string, from: number): number {
  let words = 1
  for (let index = from; index < text.length; index += 1) {
    if (text.charCodeAt(index) === 0x20) words += 1
  }
  return words
}

function endOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 ? text.length : space
}
