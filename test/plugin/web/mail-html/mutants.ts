/** Pieces of which parsers disagree. */
const PIECES = [
  '<svg>', '</svg>', '<math>', '<mtext>', '<mglyph>', '<style>', '</style>', '<noscript>', '</noscript>',
  '<template>', '</template>', '<table>', '<td>', '<caption>', '<select>', '<option>', '<form>', '</form>',
  '<title>', '</title>', '<textarea>', '<xmp>', '<!--', '-->', '--!>', '<![CDATA[', ']]>', '<?', '?>', '"', "'",
  '`', '>', '<', '/', '=', '\0', '\t', '&lt;', '&#60;', '&quot;', '<a href="', '<img src=x onerror=',
  '<p title="', '</p>', '<b>', '</b>', '<desc>', '<foreignObject>', '<annotation-xml encoding="text/html">',
] // prettier-ignore

/** Numbers that are the same in each run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Bodies made of these: cut, joined, and with pieces put where they do not belong. The same in each run. */
export function* mutants(
  bodies: readonly string[],
  { count, batch }: { readonly count: number; readonly batch: number },
): Generator<readonly string[]> {
  const random = createRandom(1)
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)]
  const mutant = (): string => {
    let body = pick(bodies) ?? ''
    for (let change = 0; change < 1 + random() * 6; change += 1) {
      const at = Math.floor(random() * (body.length + 1))
      const other = random() < 0.3 ? (pick(bodies) ?? '') : (pick(PIECES) ?? '')
      const skipped = random() < 0.3 ? Math.floor(random() * 12) : 0
      body = body.slice(0, at) + other + body.slice(at + skipped)
    }
    return body
  }
  for (let made = 0; made < count; made += batch) {
    yield Array.from({ length: Math.min(batch, count - made) }, mutant)
  }
}
