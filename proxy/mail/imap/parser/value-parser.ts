import { ResponseTooLarge, type ValueLimits } from './limits.ts'
import { readQuoted } from './quoted-string.ts'
import { ImapProtocolError, type ImapValue } from './response.ts'
import { SLICE_CHARACTERS, type Sliced } from './slice.ts'

const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x28
const CLOSE = 0x29
const BRACKET = 0x5b
const BRACE = 0x7b
const TILDE = 0x7e

/**
 * Elements that a list keeps by its depth, 1 for that of a FETCH: below an ENVELOPE are recipients, in a
 * BODYSTRUCTURE the parts and, from 5 on, recipients of attached messages, of which nothing is shown.
 */
const MAX_ELEMENTS = [300_000, 300_000, 10_000, 4_000, 4_000] as const
const MAX_DEEP_LISTS = 20
const MAX_DEEP_SCALARS = 400

/** Room for the items of a FETCH behind one that has taken all of the others. */
const RESERVED_ITEMS = 1_000

/** One answer: its lines joined, and its literals. */
export interface ResponseText {
  readonly text: string
  readonly literals: readonly Buffer[]
  /** The end is missing: it was over a bound of bytes. */
  readonly isCut?: true
}

/** What could be read. */
export interface ReadValues {
  readonly values: ImapValue[]
  /** Why that is not all: a bound, or something that is not IMAP. */
  readonly missing: ResponseTooLarge | ImapProtocolError | undefined
}

interface ValueOptions extends ValueLimits {
  /** `BODY[1]` is one atom, as in a FETCH; elsewhere a bracket is a character like others. */
  readonly hasSections?: boolean
}

/** Where the parser is in one response. */
interface Cursor extends ResponseText {
  position: number
  literal: number
  /** Strings whose end was not where RFC 9051 has it. */
  misreadings: number
}

/**
 * Reads the values from `from` to the end. Lists are stored on a stack of our own: a BODYSTRUCTURE can
 * be nested deeper than the call stack likes. Throws ImapProtocolError and ResponseTooLarge.
 */
export function* parseValues(
  response: ResponseText,
  from: number,
  options: ValueOptions,
): Sliced<ImapValue[]> {
  const { values, missing } = yield* readValues(response, from, options)
  if (missing !== undefined) throw missing
  return values
}

/** The same for as much as can be read: what is beyond a bound is left out, and what is not IMAP ends it. */
export function* readValues(
  reply: ResponseText,
  from: number,
  { maxNesting, maxListItems, hasSections = false }: ValueOptions,
): Sliced<ReadValues> {
  const { text, literals } = reply
  const cursor: Cursor = { text, literals, position: from, literal: 0, misreadings: 0 }
  const root: ImapValue[] = []
  const outer: ImapValue[][] = []
  let list = root
  /** Those that take memory. */
  let values = 0
  /** Lists that are open and left out. */
  let leftOut = 0
  let missing: ReadValues['missing']
  let sliceEnd = from + SLICE_CHARACTERS
  const takeRoom = (isList: boolean): boolean => {
    if (leftOut > 0) return false
    const max = outer.length <= 1 ? maxListItems + RESERVED_ITEMS : maxListItems
    if (values >= max) missing ??= tooMany('values', maxListItems)
    else if (isList && outer.length >= maxNesting) missing ??= tooMany('nested lists', maxNesting)
    else if (list.length >= maxElements(outer.length, isList)) {
      missing ??= tooMany('elements of a list', list.length)
    } else {
      values += 1
      return true
    }
    return false
  }
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
      cursor.position += 1
      if (leftOut > 0) {
        leftOut -= 1
        continue
      }
      const parent = outer.pop()
      if (parent === undefined) {
        return { values: root, missing: missing ?? noValues('a list ends that never began') }
      }
      list = parent
      continue
    }
    if (code === OPEN) {
      cursor.position += 1
      if (!takeRoom(true)) {
        leftOut += 1
        continue
      }
      const inner: ImapValue[] = []
      list.push(inner)
      outer.push(list)
      list = inner
      continue
    }
    const depth = outer.length + leftOut
    const value = readScalar(cursor, code, { depth, isSection: hasSections && depth === 1 })
    if (value === undefined) {
      return { values: root, missing: missing ?? noValues('a string without an end') }
    }
    if (takeRoom(false)) list.push(value)
  }
  if (outer.length + leftOut > 0) missing ??= noValues('a list without an end')
  return { values: root, missing }
}

function maxElements(depth: number, isList: boolean): number {
  return MAX_ELEMENTS[depth] ?? (isList ? MAX_DEEP_LISTS : MAX_DEEP_SCALARS)
}

function tooMany(what: string, max: number): ResponseTooLarge {
  return new ResponseTooLarge(`more than ${max} ${what}`)
}

function noValues(what: string): ImapProtocolError {
  return new ImapProtocolError(what)
}

/** undefined: it has no end, or its literal never came. */
function readScalar(
  cursor: Cursor,
  code: number,
  { depth, isSection }: { readonly depth: number; readonly isSection: boolean },
): ImapValue | undefined {
  if (code === QUOTE) return readQuoted(cursor, depth)
  if (code === BRACE || (code === TILDE && cursor.text[cursor.position + 1] === '{')) {
    return readLiteral(cursor)
  }
  const atom = readAtom(cursor, isSection)
  return atom.length === 3 && atom.toUpperCase() === 'NIL' ? null : atom
}

function readLiteral(cursor: Cursor): Buffer | undefined {
  const literal = cursor.literals[cursor.literal]
  const lineEnd = cursor.text.indexOf('\n', cursor.position)
  if (literal === undefined || lineEnd === -1) return undefined
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
function readAtom(cursor: Cursor, isSection: boolean): string {
  const { text } = cursor
  const start = cursor.position
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === SPACE || code === OPEN || code === CLOSE) break
    if (isSection && code === BRACKET && SECTIONED.test(text.slice(start, index))) {
      const sectionEnd = text.indexOf(']', index)
      index = sectionEnd === -1 ? text.length : sectionEnd
    }
    index += 1
  }
  cursor.position = Math.min(index, text.length)
  return text.slice(start, cursor.position)
}
