const QUOTE = 0x22
const SPACE = 0x20
const OPEN = 0x28
const CLOSE = 0x29
const BACKSLASH = 0x5c

/** So much of a quoted string is read, and of a stray quotation mark's surroundings looked at. */
const MAX_CHARACTERS = 64 * 1024

/** So many stray quotation marks of a response are looked into; of others the first one ends the string. */
const MAX_MISREADINGS = 20

/** Where the parser is in one response. */
interface QuotedCursor {
  readonly text: string
  position: number
  misreadings: number
}

/**
 * Reads a quoted string, of which the first 64 KiB are kept; undefined when it has no end. Some servers do not escape
 * quotation marks within (`""""` of go-imap#659): one that nothing follows that may follow a string is a part of it.
 */
export function readQuoted(cursor: QuotedCursor, depth: number): string | undefined {
  const { text } = cursor
  const start = cursor.position + 1
  let first = -1
  let hasBackslash = false
  let end = text.length
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index)
    if (code === BACKSLASH) {
      hasBackslash = true
      index += 1
    } else if (code === QUOTE) {
      if (mayEndAt(text, index + 1, depth)) return take(cursor, start, index, hasBackslash)
      if (first === -1) {
        if (cursor.misreadings >= MAX_MISREADINGS) return take(cursor, start, index, hasBackslash)
        first = index
        end = Math.min(end, index + MAX_CHARACTERS)
      }
    }
  }
  if (first === -1) return undefined
  cursor.misreadings += 1
  return take(cursor, start, first, hasBackslash)
}

function take(cursor: QuotedCursor, start: number, end: number, hasBackslash: boolean): string {
  cursor.position = end + 1
  const content = cursor.text.slice(start, Math.min(end, start + MAX_CHARACTERS))
  // Before another character it escapes nothing (RFC 9051 9): a path of Windows that was not escaped.
  return hasBackslash ? content.replace(/\\(["\\])/g, '$1') : content
}

/** A string is followed by the end, a list or its end, or a blank and the next value. */
function mayEndAt(text: string, at: number, depth: number): boolean {
  const code = text.charCodeAt(at)
  if (Number.isNaN(code) || code === CLOSE || code === OPEN) return true
  if (code !== SPACE) return false
  return depth < 2 || NEXT_VALUE.test(text.slice(at + 1, at + 5)) || !isWithin(text, at)
}

const NEXT_VALUE = /^(?:["({~ ]|\d|NIL(?:[ )]|$)|$)/i

/** Characters behind a stray quotation mark that are looked at for the one that ends the string. */
const MAX_REST = 256

/** Words up to a quotation mark without a blank before it are the rest of a string; before a new string they are atoms. */
function isWithin(text: string, from: number): boolean {
  return /^[^"()]*[^"() ]"/.test(text.slice(from, from + MAX_REST))
}
