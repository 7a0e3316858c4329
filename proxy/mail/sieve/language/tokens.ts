import { ScriptFault, positionAt, type ScriptFaultCode } from './script-fault.ts'
import type { CommentNode, Span } from './syntax.ts'

/** One word of the language (RFC 5228 8.1). */
export type Token = Span &
  (
    | { readonly kind: 'identifier' | 'tag'; readonly name: string }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'number'; readonly value: number }
    | { readonly kind: Mark }
    | { readonly kind: 'end' }
  )

type Mark = '[' | ']' | '(' | ')' | '{' | '}' | ',' | ';'

/** Reads one token after the other; comments are gathered on the way. */
export interface Tokenizer {
  /** The next token; `end` again and again at the end. Throws ScriptFault. */
  next(): Token
  readonly comments: readonly CommentNode[]
}

const BLANK = /[ \t\r\n]+/y
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /([0-9]+)([KMG]?)(?![A-Za-z0-9_])/iy
const MARK = /[[\](){},;]/y
/** RFC 5228 8.1 `multi-line`; a comment may stand behind the word. */
const TEXT_START = /text:[ \t]*(?:#[^\r\n]*)?\r?\n/iy

const QUANTIFIERS: Readonly<Record<string, number>> = { '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }

/** Tokenizes a source in linear time: each character is looked at a fixed number of times. */
export function createTokenizer(source: string): Tokenizer {
  let at = 0
  const comments: CommentNode[] = []

  const fail = (code: ScriptFaultCode, subject: string, offset: number): never => {
    throw new ScriptFault(code, subject, positionAt(source, offset))
  }
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const skipBlanksAndComments = () => {
    for (;;) {
      const blank = match(BLANK)
      if (blank !== null) at += blank[0].length
      if (source[at] === '#') {
        const lineFeed = source.indexOf('\n', at)
        const lineEnd = lineFeed === -1 ? source.length : lineFeed
        const end = source[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd
        comments.push({ start: at, end, text: source.slice(at + 1, end), isLine: true })
        at = end
      } else if (source.startsWith('/*', at)) {
        const close = source.indexOf('*/', at + 2)
        if (close === -1) fail('unclosed_comment', '/*', at)
        const text = source.slice(at + 2, close)
        comments.push({ start: at, end: close + 2, text, isLine: false })
        at = close + 2
      } else return
    }
  }
  const quoted = (): Token => {
    const start = at
    const pieces: string[] = []
    let from = at + 1
    for (let end = from; ; end += 1) {
      const character = source[end]
      if (character === undefined) return fail('unclosed_string', '"', start)
      if (character !== '"' && character !== '\\') continue
      pieces.push(source.slice(from, end))
      if (character === '"') {
        at = end + 1
        return { kind: 'string', value: pieces.join(''), start, end: at }
      }
      // What is escaped stands for itself (RFC 5228 2.4.2), whatever it is.
      from = end + 1
      end = from
      if (end >= source.length) return fail('unclosed_string', '"', start)
    }
  }
  /** A `text:` of which the first line starts at `from`. */
  const text = (start: number, from: number): Token => {
    const lines: string[] = []
    for (let lineStart = from; ;) {
      const lineFeed = source.indexOf('\n', lineStart)
      const end = lineFeed === -1 ? source.length : lineFeed
      const line = source.slice(lineStart, source[end - 1] === '\r' ? end - 1 : end)
      if (line === '.') {
        at = lineFeed === -1 ? end : end + 1
        const value = lines.map((one) => `${one}\r\n`).join('')
        return { kind: 'string', value, start, end: at }
      }
      if (lineFeed === -1) return fail('unclosed_string', 'text:', start)
      lines.push(line.startsWith('..') ? line.slice(1) : line)
      lineStart = lineFeed + 1
    }
  }
  const word = (): Token | undefined => {
    const start = at
    const textStart = match(TEXT_START)
    if (textStart !== null) return text(start, at + textStart[0].length)
    const name = match(IDENTIFIER)?.[0]
    if (name === undefined) return undefined
    at += name.length
    return { kind: 'identifier', name: name.toLowerCase(), start, end: at }
  }
  const tag = (): Token => {
    const start = at
    at += 1
    const name = match(IDENTIFIER)?.[0]
    if (name === undefined) return fail('unexpected_character', ':', start)
    at += name.length
    return { kind: 'tag', name: name.toLowerCase(), start, end: at }
  }
  const number = (): Token | undefined => {
    const start = at
    const [whole, digits = '', quantifier = ''] = match(NUMBER) ?? []
    if (whole === undefined) return undefined
    const value = Number(digits) * (QUANTIFIERS[quantifier.toUpperCase()] ?? 1)
    if (!Number.isSafeInteger(value)) return fail('number_too_large', whole.slice(0, 40), start)
    at += whole.length
    return { kind: 'number', value, start, end: at }
  }
  const mark = (): Token | undefined => {
    const found = match(MARK)?.[0]
    if (found === undefined) return undefined
    const start = at
    at += 1
    return { kind: asMark(found), start, end: at }
  }

  return {
    comments,
    next: () => {
      skipBlanksAndComments()
      const character = source[at]
      if (character === undefined) return { kind: 'end', start: at, end: at }
      if (character === '"') return quoted()
      if (character === ':') return tag()
      return (
        mark() ??
        word() ??
        number() ??
        fail('unexpected_character', String.fromCodePoint(source.codePointAt(at) ?? 0), at)
      )
    },
  }
}

const MARKS: readonly Mark[] = ['[', ']', '(', ')', '{', '}', ',', ';']

function asMark(character: string): Mark {
  return MARKS.find((mark) => mark === character) ?? ';'
}
