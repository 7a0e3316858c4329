import { parseFoundSet, parseNumbers } from './number-parser.ts'
import type { ValueLimits } from './limits.ts'
import { ImapProtocolError, type ImapResponse, type StatusName } from './response.ts'
import type { Sliced } from './slice.ts'
import { parseThreads } from './thread-parser.ts'
import { parseValues, type ResponseText } from './value-parser.ts'
import { nameOf } from './value.ts'

const STATUS_NAMES: ReadonlyMap<string, StatusName> = new Map([
  ['OK', 'OK'],
  ['NO', 'NO'],
  ['BAD', 'BAD'],
  ['BYE', 'BYE'],
  ['PREAUTH', 'PREAUTH'],
])

/** A name or a tag is no longer; what is has no meaning to us. */
const MAX_WORD = 100

/**
 * Reads one whole answer: its lines joined (each literal's announcement still in place) and its
 * literals apart. Throws ImapProtocolError and ResponseTooLarge.
 */
export function* parseResponse(answer: ResponseText, limits: ValueLimits): Sliced<ImapResponse> {
  const { text } = answer
  if (text.startsWith('+')) return { kind: 'continuation' }
  const tagEnd = text.indexOf(' ')
  if (tagEnd < 1) throw new ImapProtocolError('an answer without a tag')
  const tag = text.slice(0, tagEnd)

  const nameEnd = endOfWord(text, tagEnd + 1)
  const name = wordOf(text, tagEnd + 1, nameEnd)
  const status = STATUS_NAMES.get(name)
  if (status !== undefined) {
    return yield* parseStatus({ tag, status }, text.slice(nameEnd + 1), limits)
  }
  if (tag !== '*') throw new ImapProtocolError('a tagged answer that is no status')
  return yield* parseData(answer, { name, nameEnd }, limits)
}

function* parseData(
  answer: ResponseText,
  { name, nameEnd }: { readonly name: string; readonly nameEnd: number },
  limits: ValueLimits,
): Sliced<ImapResponse> {
  const { text } = answer
  if (name === 'SEARCH' || name === 'SORT') return yield* parseNumbers(name, text, nameEnd)
  if (name === 'ESEARCH') return yield* parseFoundSet(text, nameEnd, limits)
  if (name === 'THREAD') return yield* parseThreads(text, nameEnd)
  const number = /^\d{1,10}$/.test(name) ? Number(name) : undefined
  if (number === undefined) {
    return { kind: 'data', name, number, values: yield* parseValues(answer, nameEnd, limits) }
  }
  const verbEnd = endOfWord(text, nameEnd + 1)
  return {
    kind: 'data',
    name: wordOf(text, nameEnd + 1, verbEnd),
    number,
    values: yield* parseValues(answer, verbEnd, limits),
  }
}

function* parseStatus(
  line: { readonly tag: string; readonly status: StatusName },
  rest: string,
  limits: ValueLimits,
): Sliced<ImapResponse> {
  const codeEnd = rest.startsWith('[') ? rest.indexOf(']') : -1
  if (codeEnd === -1) {
    return { kind: 'status', ...line, code: undefined, codeValues: [], text: rest.trim() }
  }
  const code = { text: rest.slice(1, codeEnd), literals: [] }
  const [name, ...codeValues] = yield* parseValues(code, 0, limits)
  return {
    kind: 'status',
    ...line,
    code: nameOf(name),
    codeValues,
    text: rest.slice(codeEnd + 1).trim(),
  }
}

function wordOf(text: string, from: number, end: number): string {
  return text.slice(from, Math.min(end, from + MAX_WORD)).toUpperCase()
}

function endOfWord(text: string, from: number): number {
  const space = text.indexOf(' ', from)
  return space === -1 ? text.length : space
}
