/** A run of lines at one depth of quotation. */
export interface QuoteBlock {
  /** 0 for the sender's own words. */
  readonly depth: number
  readonly text: string
}

/** Deeper quotations look like this one; nothing is gained by nesting without end. */
const maxDepth = 5

/** Splits plain text where the number of `>` in front of the lines changes (RFC 3676 4.5). */
export function quoteBlocks(text: string): readonly QuoteBlock[] {
  const blocks: { depth: number; lines: string[] }[] = []
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const mark = /^(?:> ?)+/.exec(line)?.[0] ?? ''
    const depth = Math.min(maxDepth, mark.replaceAll(' ', '').length)
    const last = blocks.at(-1)
    if (last?.depth === depth) last.lines.push(line.slice(mark.length))
    else blocks.push({ depth, lines: [line.slice(mark.length)] })
  }
  return blocks.map(({ depth, lines }) => ({ depth, text: lines.join('\n') }))
}
