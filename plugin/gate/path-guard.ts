import { Refusal } from '../http/refusal.ts'

/** Visible ASCII only: control characters, spaces and raw 8-bit bytes never stand in a valid target. */
const NOT_VISIBLE_ASCII = /[^\x21-\x7e]/

/** A slash, backslash, dot or control character in disguise, also when encoded twice (`%252f`). */
const ENCODED_DELIMITER = /%(?:25)*(?:2f|5c|2e|[01][0-9a-f]|7f)/i

/** A percent sign that begins no escape: servers disagree on what follows. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})/i

/** `.`, `..` and their forms with path parameters (`..;x`), which some servers resolve as well. */
const DOT_SEGMENT = /\/\.{1,2}(?:;[^/]*)?(?:\/|$)/

/**
 * Refuses a request target that two servers could read differently: dot segments, doubled or encoded
 * slashes, backslashes, fragments, control and 8-bit characters. Refused, never normalised
 * (RFC 3986 7.3). Throws Refusal('path_refused').
 */
export function checkTarget(rawUrl: string): void {
  if (!rawUrl.startsWith('/')) throw new Refusal('path_refused')
  if (NOT_VISIBLE_ASCII.test(rawUrl) || rawUrl.includes('#')) throw new Refusal('path_refused')
  const path = requestPathOf(rawUrl)
  const isAmbiguous =
    path.includes('\\') ||
    path.includes('//') ||
    DOT_SEGMENT.test(path) ||
    ENCODED_DELIMITER.test(path) ||
    BROKEN_ESCAPE.test(path)
  if (isAmbiguous) throw new Refusal('path_refused')
}

/** The part of a raw request target in front of its query, as text. */
export function requestPathOf(rawUrl: string): string {
  const question = rawUrl.indexOf('?')
  return question === -1 ? rawUrl : rawUrl.slice(0, question)
}
