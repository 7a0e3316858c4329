/** A line has at most 998 octets (RFC 5322 2.1.1), and a folded one starts with a blank. */
const MAX_ID_OCTETS = 996
/** RFC 5322 3.6.4: printable ASCII, here without the blanks and comments that no one writes. */
const MESSAGE_ID = /^<[\x21-\x3b=\x3f\x41-\x7e]+@[\x21-\x3b=\x3f\x41-\x7e]+>$/

/** RFC 5322 lets References grow without end; mail servers do not. */
const MAX_REFERENCES = 50
const MAX_REFERENCES_OCTETS = 8_000

/** The identifiers that may stand in a header of ours: these values come from foreign messages. */
export function messageIdsOf(values: readonly string[]): string[] {
  return values
    .map((value) => value.trim())
    .filter((value) => value.length <= MAX_ID_OCTETS && MESSAGE_ID.test(value))
}

/**
 * The identifiers of a References field: of a very long thread the first message, and as many of the
 * latest as there is room for (RFC 5322 3.6.4 says what they are; RFC 5537 3.4.4 that the first one stays).
 */
export function trimReferences(values: readonly string[]): string[] {
  const [first, ...rest] = messageIdsOf(values)
  if (first === undefined) return []
  let octets = first.length
  const latest: string[] = []
  for (const id of rest.reverse()) {
    octets += id.length + 1
    if (latest.length >= MAX_REFERENCES - 1 || octets > MAX_REFERENCES_OCTETS) break
    latest.unshift(id)
  }
  return [first, ...latest]
}
