/** One piece of a pattern: characters that stand for themselves and `?` (undefined), between two `*`. */
type Piece = readonly (string | undefined)[]

/**
 * Matches `*` and `?` (RFC 5228 2.7.1) over strings with one character per byte. Answers what the wildcards stood for, behind the whole
 * value (RFC 5229 3.2), or undefined. Each `*` takes as little as it can. `normalize` is that of the comparator.
 * Pigeonhole 0.5.19 meets too much where `?` stands before the first `*`: "axc" by `a?b*`.
 */
export function matchWildcards(
  value: string,
  pattern: string,
  normalize: (text: string) => string,
): readonly string[] | undefined {
  const text = normalize(value)
  const pieces = piecesOf(normalize(pattern))
  const [first = [], ...rest] = pieces
  if (!standsAt(text, first, 0)) return undefined
  const last = rest.at(-1)
  if (last === undefined) {
    return text.length === first.length ? [value, ...filled(value, first, 0)] : undefined
  }
  const found = [value, ...filled(value, first, 0)]
  let at = first.length
  for (const piece of rest.slice(0, -1)) {
    const start = find(text, piece, at)
    if (start === -1) return undefined
    found.push(value.slice(at, start), ...filled(value, piece, start))
    at = start + piece.length
  }
  const start = text.length - last.length
  if (start < at || !standsAt(text, last, start)) return undefined
  return [...found, value.slice(at, start), ...filled(value, last, start)]
}

function piecesOf(pattern: string): readonly Piece[] {
  const pieces: (string | undefined)[][] = []
  let piece: (string | undefined)[] = []
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]
    if (character === '*') {
      pieces.push(piece)
      piece = []
    } else if (character === '?') piece.push(undefined)
    else if (character === '\\' && at + 1 < pattern.length) {
      at += 1
      piece.push(pattern[at] ?? '')
    } else piece.push(character)
  }
  return [...pieces, piece]
}

function standsAt(text: string, piece: Piece, start: number): boolean {
  if (start + piece.length > text.length) return false
  return piece.every((character, at) => character === undefined || text[start + at] === character)
}

function find(text: string, piece: Piece, from: number): number {
  // Without `?` the engine searches, which is linear.
  if (!piece.includes(undefined)) return text.indexOf(piece.join(''), from)
  for (let start = from; start + piece.length <= text.length; start += 1) {
    if (standsAt(text, piece, start)) return start
  }
  return -1
}

/** What the `?` of a piece stood for. */
function filled(value: string, piece: Piece, start: number): readonly string[] {
  return piece.flatMap((character, at) =>
    character === undefined ? [value[start + at] ?? ''] : [],
  )
}
