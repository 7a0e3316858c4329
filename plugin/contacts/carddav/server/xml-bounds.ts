/** Elements within elements; a response of WebDAV has about ten. */
const MAX_DEPTH = 32
/** A list of 30,000 cards has eight for each. */
const MAX_ELEMENTS = 500_000
/** Of one tag with its attributes. */
const MAX_TAG_BYTES = 8 * 1024

const [OPEN, SLASH, EXCLAMATION, QUESTION] = [0x3c, 0x2f, 0x21, 0x3f]

/**
 * Whether XML is as servers write it: not nested, not of elements without end, and no tag that continues. The parser takes the square
 * of that in time, and it is the server of one contact that everybody would wait for. Looks at each byte once, and does not parse.
 */
export function isPlainXml(xml: Buffer): boolean {
  let depth = 0
  let elements = 0
  for (let at = xml.indexOf(OPEN); at !== -1; at = xml.indexOf(OPEN, at)) {
    const next = xml[at + 1]
    if (next === EXCLAMATION || next === QUESTION) {
      const end = xml.indexOf(endOf(xml, at), at)
      if (end === -1) return false
      at = end + 1
      continue
    }
    const end = xml.indexOf('>', at)
    if (end === -1 || end - at > MAX_TAG_BYTES) return false
    if (next === SLASH) depth -= 1
    else {
      elements += 1
      if (xml[end - 1] !== SLASH) depth += 1
    }
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) return false
    at = end + 1
  }
  return true
}

/** What ends a comment, a section of text, an instruction or a declaration (XML 1.0, 2.5 to 2.8). */
function endOf(xml: Buffer, at: number): string {
  const start = xml.toString('latin1', at, at + 9)
  if (start.startsWith('<!--')) return '-->'
  if (start === '<![CDATA[') return ']]>'
  return start.startsWith('<?') ? '?>' : '>'
}
