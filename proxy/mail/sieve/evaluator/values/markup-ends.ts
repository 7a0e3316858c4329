/** Where comments, scripts, styles and tags end, in linear time for all of them. */
export interface MarkupEnds {
  /** The offset behind what starts at a `<`; -1 for one that starts nothing. Offsets are requested in rising order. */
  endOf(start: number): number
}

/** Finds all ends once: to search from each `<` anew is the square of a length that senders choose. */
export function createMarkupEnds(html: string): MarkupEnds {
  const tagEnd = createTagEnds(html)
  const script = rising(Array.from(html.matchAll(/<\/script\s*>/gi), asSpan))
  const style = rising(Array.from(html.matchAll(/<\/style\s*>/gi), asSpan))
  let hasComments = true
  const commentEnd = (start: number): number => {
    const close = hasComments ? html.indexOf('-->', start + 4) : -1
    if (close === -1) hasComments = false
    return close === -1 ? -1 : close + 3
  }
  const rawEnd = (start: number): number => {
    const name = /^<(script|style)\b/i.exec(html.slice(start, start + 8))?.[1]
    if (name === undefined) return -1
    const closes = name.toLowerCase() === 'script' ? script : style
    return closes(start + 1 + name.length)?.end ?? -1
  }
  return {
    endOf: (start) => {
      const end = html.startsWith('<!--', start) ? commentEnd(start) : rawEnd(start)
      if (end !== -1) return end
      return /[A-Za-z/!?]/.test(html[start + 1] ?? '') ? tagEnd(start + 2) : -1
    },
  }
}

interface Found {
  readonly start: number
  readonly end: number
}

function asSpan(match: RegExpExecArray): Found {
  return { start: match.index, end: match.index + match[0].length }
}

/** The first that starts at an offset or later, for offsets in rising order. */
function rising<Item extends Found>(found: readonly Item[]): (offset: number) => Item | undefined {
  let at = 0
  return (offset) => {
    while (at < found.length && (found[at]?.start ?? 0) < offset) at += 1
    return found[at]
  }
}

/** The end of a tag whose inside starts at an offset: the first `>` that is in no quotes, which all have to be closed. */
function createTagEnds(html: string): (inside: number) => number {
  const marks = Array.from(html.matchAll(/[>"']/g), ({ index }) => index)
  const ends: number[] = marks.map(() => -1)
  /** The next mark of each kind of quote, from the end of the text to its start. */
  const next = new Map<string, number>()
  for (let at = marks.length - 1; at >= 0; at -= 1) {
    const offset = marks[at] ?? 0
    const mark = html[offset] ?? ''
    if (mark === '>') {
      ends[at] = offset + 1
      continue
    }
    const close = next.get(mark)
    if (close !== undefined) ends[at] = ends[close + 1] ?? -1
    next.set(mark, at)
  }
  const markFrom = rising(marks.map((start, at) => ({ start, end: ends[at] ?? -1 })))
  return (inside) => markFrom(inside)?.end ?? -1
}
