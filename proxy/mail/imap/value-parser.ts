import { ImapProtocolError, type ImapValue } from './response.ts'

const SPACE = 0x20
const QUOTE = 0x22
const OPEN = 0x28
const CLOSE = 0x29
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b
const TILDE = 0x7e

/** Where the parser stands in one answer. */
interface Cursor {
  readonly text: string
  readonly literals: readonly Buffer[]
  position: number
  literal: number
}

/**
 * Reads the values from `from` to the end. Lists are kept on a stack of our own: a BODYSTRUCTURE can
 * be nested deeper than the call stack likes. Throws ImapProtocolError.
 */
export function parseValues(text: string, from: number, literals: readonly Buffer[]): ImapValue[] {
  const cursor: Cursor = { text, literals, position: from, literal: 0 }
  const outer: ImapValue[][] = []
  let list: ImapValue[] = []
  while (cursor.position < text.length) {
    const code = text.charCodeAt(cursor.position)
    if (code === OPEN) {
      const inner: ImapValue[] = []
      list.push(inner)
      outer.push(list)
      list = inner
      cursor.position += 1
    } else if (code === CLOSE) {
      const parent = outer.pop()
      if (parent === undefined) throw new ImapProtocolError('a list ends that never began')
      list = parent
      cursor.position += 1
    } else if (code === SPACE) {
      cursor.position += 1
    } else {
      list.push(readScalar(cursor, code))
    }
  }
  if (outer.length > 0) throw new ImapProtocolError('a list without an end')
  return list
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
  let isEscaped = false
  for (let index = cursor.position + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) {
      isEscaped = true
      index += 1
    } else if (code === QUOTE) {
      const content = text.slice(cursor.position + 1, index)
      cursor.position = index + 1
      return isEscaped ? content.replace(/\\(.)/gs, '$1') : content
    }
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

/** An atom ends at a blank or a bracket of a list, but `BODY[HEADER.FIELDS (X-PRIORITY)]` is one. */
function readAtom(cursor: Cursor): string {
  const { text } = cursor
  const start = cursor.position
  let index = start
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === SPACE || code === OPEN || code === CLOSE) break
    if (code === BRACKET) {
      const sectionEnd = text.indexOf(']', index)
      index = sectionEnd === -1 ? text.length : sectionEnd
    }
    index += 1
  }
  cursor.position = Math.min(index, text.length)
  return text.slice(start, cursor.position)
}
