import { RE2JS } from 're2js'

/** A pattern that is no POSIX extended regular expression, or one that takes more than linear time. */
export class UnusableRegex extends Error {
  override readonly name = 'UnusableRegex'
}

/** A compiled pattern over strings with one character per byte. */
export interface Regex {
  /** The whole match and its groups, `''` for one that took no part; undefined for no match. */
  match(value: string): readonly string[] | undefined
}

const MAX_PATTERN_BYTES = 4_096

/**
 * Compiles a POSIX extended regular expression as the `regex` draft means it. The engine is linear in the value whatever the
 * pattern is; back references, which it has not, are refused. Throws UnusableRegex.
 */
export function compileRegex(pattern: string, isCaseless: boolean): Regex {
  if (pattern.length > MAX_PATTERN_BYTES) throw new UnusableRegex('too long')
  const compiled = compile(translate(pattern), isCaseless)
  return {
    match: (value) => {
      const matcher = compiled.matcher(apart(value))
      if (!matcher.find()) return undefined
      return Array.from({ length: matcher.groupCount() + 1 }, (_, at) =>
        together(matcher.group(at) ?? ''),
      )
    },
  }
}

function compile(pattern: string, isCaseless: boolean): RE2JS {
  const flags = RE2JS.DOTALL | RE2JS.LONGEST_MATCH | (isCaseless ? RE2JS.CASE_INSENSITIVE : 0)
  try {
    return RE2JS.compile(pattern, flags)
  } catch (error) {
    throw new UnusableRegex('not a regular expression', { cause: error })
  }
}

/** Bytes over 7 bits are no letters of Latin-1, whose cases would be folded: a private area stands for them. */
const APART = 0xe000

function apart(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => String.fromCharCode(APART + byte.charCodeAt(0)))
}

function together(text: string): string {
  return text.replace(/[\ue080-\ue0ff]/g, (one) => String.fromCharCode(one.charCodeAt(0) - APART))
}

/** POSIX ERE, with what glibc adds, in the words of RE2. */
function translate(pattern: string): string {
  let result = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? ''
    if (character === '[') {
      const end = bracketEnd(pattern, at)
      result += bracket(pattern.slice(at + 1, end))
      at = end
    } else if (character === '\\') {
      at += 1
      result += escape(pattern[at])
    } else if (character === '{') result += pattern[at + 1] === ',' ? '{0' : '{'
    // RE2 reads `(?`, `*?` and `+?` otherwise than POSIX does: quantifiers of quantifiers are none of ours.
    else if (
      character === '?' &&
      /[*+?(|{]/.test(pattern[at - 1] ?? '(') &&
      !isEscaped(pattern, at - 1)
    )
      result += doubled(pattern[at - 1] ?? '(')
    else result += apart(character)
  }
  return result
}

function isEscaped(pattern: string, at: number): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(pattern.slice(0, Math.max(0, at)))
}

function doubled(before: string): string {
  // `a*?` is `(a*)?`, which is `a*`; `a+?` is `a*`, which RE2 has no short form for.
  if (before === '*' || before === '?') return ''
  throw new UnusableRegex('a repetition of nothing')
}

function bracketEnd(pattern: string, start: number): number {
  let at = start + 1
  if (pattern[at] === '^') at += 1
  if (pattern[at] === ']') at += 1
  for (; at < pattern.length; at += 1) {
    if (pattern[at] === ']') return at
    const kind = /^\[([:.=])/.exec(pattern.slice(at, at + 2))?.[1]
    if (kind === undefined) continue
    const close = pattern.indexOf(`${kind}]`, at + 2)
    if (close === -1) break
    at = close + 1
  }
  throw new UnusableRegex('a bracket that is not closed')
}

function bracket(inside: string): string {
  const isNegated = inside.startsWith('^')
  const members = isNegated ? inside.slice(1) : inside
  if (/\[[.=]/.test(members)) throw new UnusableRegex('a collating element')
  const escaped = members.replace(/\[:[a-z]+:\]|[\\[\]^&~|]/g, (one) =>
    one.startsWith('[:') ? one : `\\${one}`,
  )
  return `[${isNegated ? '^' : ''}${apart(escaped)}]`
}

const GNU_ESCAPES: Readonly<Record<string, string>> = {
  w: '[[:word:]]',
  W: '[^[:word:]]',
  s: '[[:space:]]',
  S: '[^[:space:]]',
  b: '\\b',
  B: '\\B',
  '<': '\\b',
  '>': '\\b',
  '`': '\\A',
  "'": '\\z',
}

function escape(character: string | undefined): string {
  if (character === undefined) throw new UnusableRegex('a backslash at the end')
  if (/[1-9]/.test(character)) throw new UnusableRegex('a back reference')
  if (Object.hasOwn(GNU_ESCAPES, character)) return GNU_ESCAPES[character] ?? ''
  return /[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(character)
    ? `\\${character}`
    : apart(character)
}
