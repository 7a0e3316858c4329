/**
 * Makes text from outside fit for one log line: control characters (C0, DEL, C1, U+2028, U+2029) and
 * format characters (of direction, not seen) are written as `\x0a` or `\u2028`, and what is longer than `maxChars` is cut and ends in `…`.
 */
export function printable(text: string, maxChars: number): string {
  const cut = text.length > maxChars ? `${text.slice(0, maxChars - 1)}…` : text
  return cut.replace(UNPRINTABLE, escapeCharacter)
}

/** The same for a line of JSON, which reads as before: what JSON leaves as it is, is written as `\u202e`. */
export function jsonPrintable(line: string): string {
  // Most lines have nothing of it.
  if (!UNPRINTABLE_IN_JSON.test(line)) return line
  return line.replace(new RegExp(UNPRINTABLE_IN_JSON, 'gu'), (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

// C0 characters are escaped by JSON already; the line's own end stays.
const UNPRINTABLE_IN_JSON = /[\u007f-\u009f\p{Cs}\p{Cf}\u2028\u2029]/u

// A lone surrogate would become U+FFFD in the file: it is written as an escape, too. Format characters (Cf)
// turn the rest of a line around, or are not seen.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Cf}\u2028\u2029]/gu

function escapeCharacter(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length > 4) return `\\u{${hex}}`
  return hex.length <= 2 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`
}
