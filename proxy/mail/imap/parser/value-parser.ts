import { ResponseTooLarge, type ValueLimits } from './limits.ts'
import { ImapProtocolError, type ImapValue } from './response.ts'
import { SLICE_CHARACTERS, type Sliced } from './slice.ts'

const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x28
const CLOSE = 0x29
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b
const TILDE = 0x7e

/** Longer strings come as literals; a quoted one has to be looked through in one go. */
const MAX_QUOTED_CHARACTERS = 64 * 1024

/** One answer: its lines joined, and its literals. */
export interface ResponseText {
  readonly text: string
  readonly literals: readonly Buffer[]
}

/** Where the parser stands in one answer. */
interface Cursor extends ResponseText {
  position: number
  literal: number
}

/**
 * Reads the values from `from` to the end. Lists are kept on a stack of our own: a BODYSTRUCTURE can
 * be nested deeper than the call stack likes. Throws ImapProtocolError and ResponseTooLarge.
 */
export function* parseValues(
  { text, literals }: ResponseText,
  from: number,
  limits: ValueLimits,
): Sliced<ImapValue[]> {
  const cursor: Cursor = { text, literals, position: from, literal: 0 }
  const outer: ImapValue[][] = []
  let list: ImapValue[] = []
  let values = 0
  let sliceEnd = from + SLICE_CHARACTERS
  while (cursor.position < text.length) {
    if (cursor.position >= sliceEnd) {
      yield
      sliceEnd = cursor.position + SLICE_CHARACTERS
    }
    const code = text.charCodeAt(cursor.position)
    if (code === SPACE) {
      cursor.position += 1
      continue
    }
    if (code === CLOSE) {
      const parent = outer.pop()
      if (parent === undefined) throw new ImapProtocolError('a list ends that never began')
      list = parent
      cursor.position += 1
      continue
    }
    values += 1
    if (values > limits.maxListItems) throw tooMany('values', limits.maxListItems)
    if (code === OPEN) {
      if (outer.length >= limits.maxNesting) throw tooMany('nested lists', limits.maxNesting)
      const inner: ImapValue[] = []
      list.push(inner)
      outer.push(list)
      list = inner
      cursor.position += 1
    } else {
      list.push(readScalar(cursor, code))
    }
  }
  if (outer.length > 0) throw new ImapProtocolError('a list without an end')
  return list
}

function tooMany(what: string, max: number): ResponseTooLarge {
  return new ResponseTooLarge(`more than ${max} ${what}`)
}

function readScalar(cursor: Cursor, code: number): ImapValue {
  if (code === QUOTE) return readQuoted(cursor)
  if (code === BRACE || (code === TILDE && cursor.text[cursor.position + 1] === '{')) {
    return readLiteral(cursor)
  }
  const atom = readAtom(cursor)
  return atom.length === 3 && atom.toUpperCase() === 'NIL' ? null : atom
}

function readQuoted(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.position + 1
  const end = Math.min(text.length, start + MAX_QUOTED_CHARACTERS)
  let isEscaped = false
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) {
      isEscaped = true
      index += 1
    } else if (code === QUOTE) {
      const content = text.slice(start, index)
      cursor.position = index + 1
      return isEscaped ? content.replace(/\\(.)/gs, '$1') : content
    }
  }
  if (end < text.length) {
    throw new ResponseTooLarge(`a quoted string of more than ${MAX_QUOTED_CHARACTERS} bytes`)
  }
  throw new ImapProtocolError('a quoted string without an end')
}

function readLiteral(cursor: Cursor): Buffer {
  const literal = cursor.literals[cursor.literal]
  const lineEnd = cursor.text.indexOf('\n', cursor.position)
  if (literal === undefined || lineEnd === -1) throw new ImapProtocolError('a literal is missing')
  cursor.literal += 1
  cursor.position = lineEnd + 1
  return literal
}

/** What a section follows in a response (RFC 9051 9, msg-att-static). */
const SECTIONED = /^(BODY|BINARY|BINARY\.SIZE)$/i

/**
 * An atom ends at a blank or a bracket of a list, but `BODY[HEADER.FIELDS (X-PRIORITY)]` is one. In other atoms a bracket is
 * a character like others (ATOM-CHAR, RFC 9051 9): Dovecot keeps the keyword `[page`.
 */
function readAtom(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.position
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === SPACE || code === OPEN || code === CLOSE) break
    if (code === BRACKET && SECTIONED.test(text.slice(start, index))) {
      const sectionEnd = text.indexOf(']', index)
      index = sectionEnd === -1 ? text.length : sectionEnd
    }
    index += 1
  }
  cursor.position = Math.min(index, text.length)
  return text.slice(start, cursor.position)
}
