/** RFC 3676 4.2: lines of flowed text should stay under 78 characters; quoting by others needs room. */
const FLOW_WIDTH = 72

/** RFC 3676 4.3: the separator in front of a signature ends in a space and is still not flowed. */
export const SIGNATURE_SEPARATOR = '-- '

/**
 * Joins the soft line breaks of `text/plain; format=flowed` (RFC 3676 4.1), so that a narrow window
 * wraps the paragraphs itself. Quote marks come back as `> ` per level; `delSp` is the DelSp parameter.
 */
export function unflow(text: string, { delSp }: { readonly delSp: boolean }): string {
  const paragraphs: Line[] = []
  let isOpen = false
  for (const line of text.split(/\r\n|\n|\r/).map(parseWireLine)) {
    const last = paragraphs.at(-1)
    const isFlowed = line.content.endsWith(' ') && line.content !== SIGNATURE_SEPARATOR
    const content = isFlowed && delSp ? line.content.slice(0, -1) : line.content
    const continues = isOpen && last?.depth === line.depth && line.content !== SIGNATURE_SEPARATOR
    if (continues) last.content += content
    else paragraphs.push({ depth: line.depth, content })
    isOpen = isFlowed
  }
  return paragraphs.map(({ depth, content }) => '> '.repeat(depth) + content).join('\n')
}

/**
 * Writes text as `format=flowed` (RFC 3676 4.2) with CRLF line ends: long lines get soft breaks, lines
 * that start with `>` are kept as quotes, and what could be misread on the way is space-stuffed.
 */
export function flow(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => wrap(parseTypedLine(line)))
    .join('\r\n')
}

interface Line {
  readonly depth: number
  content: string
}

/** One line off the wire: quote marks have no blanks between them, then one stuffed space may follow. */
function parseWireLine(line: string): Line {
  const depth = /^>*/.exec(line)?.[0].length ?? 0
  const content = line.slice(depth)
  return { depth, content: content.startsWith(' ') ? content.slice(1) : content }
}

/** One line as a user or a reply wrote it, where `> > text` and `>> text` are both two levels. */
function parseTypedLine(line: string): Line {
  const marks = /^(?:> ?)*/.exec(line)?.[0] ?? ''
  return { depth: marks.replaceAll(' ', '').length, content: line.slice(marks.length) }
}

function wrap({ depth, content }: Line): string[] {
  const marks = '>'.repeat(depth)
  const width = Math.max(FLOW_WIDTH - depth, FLOW_WIDTH / 2)
  // A hard line must not end in a space: the reader would join the next one to it.
  const fixed = content === SIGNATURE_SEPARATOR ? content : content.trimEnd()
  return softBreaks(fixed, width).map((piece) => marks + stuff(piece, depth > 0))
}

/** Cuts after a space; a word longer than the width stays whole, for links must survive. */
function softBreaks(content: string, width: number): string[] {
  const pieces: string[] = []
  let rest = content
  while (rest.length > width) {
    const before = rest.lastIndexOf(' ', width - 1)
    const space = before === -1 ? rest.indexOf(' ', width) : before
    if (space === -1 || space === rest.length - 1) break
    pieces.push(rest.slice(0, space + 1))
    rest = rest.slice(space + 1)
  }
  return [...pieces, rest]
}

/** RFC 3676 4.4: a leading space, `>` or `From ` is protected by one more space; quotes read better with it. */
function stuff(piece: string, isQuoted: boolean): string {
  return (isQuoted && piece !== '') || /^(?: |>|From )/.test(piece) ? ` ${piece}` : piece
}
