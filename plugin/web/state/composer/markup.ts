// Markup is read in the frame where it is written, whose policy lets nothing run, and by no parser of the page: that would
// be a sink of the page's own policy (W3C Trusted Types), and complain about every style of a quoted message.

/** Plain text as markup: a line each, and what is behind `>` as a quote, as a formatted reply has it. */
export function markupOfText(text: string): string {
  let markup = ''
  let quoted: string[] = []
  const endQuote = () => {
    if (quoted.length > 0) markup += quote(markupOfText(quoted.join('\n')))
    quoted = []
  }
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('>')) {
      quoted.push(line.replace(/^> ?/, ''))
      continue
    }
    endQuote()
    markup += lineMarkup(line)
  }
  endQuote()
  return markup
}

/** Programs know by `cite` that these are someone else's words: they draw them so, and fold them up. */
function quote(markup: string): string {
  return `<blockquote type="cite">${markup}</blockquote>`
}

/** As the frame writes it out again: what is looked for in the markup is found there. */
function lineMarkup(line: string): string {
  const escaped = line
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    // Spaces that would be drawn as one, or as none where a line starts.
    .replaceAll('\t', '    ')
    .replaceAll(/^ | (?= )|\u00a0/g, '&nbsp;')
  return `<div dir="auto">${escaped === '' ? '<br>' : escaped}</div>`
}

/** The words of what is in an element, with marks for the items of its lists and for what it quotes. */
export function wordsIn(element: Element): string {
  return linesOf(element)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()
}

const BLOCKS =
  'address,article,blockquote,center,dd,div,dl,dt,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tr,ul'
const SKIPPED = 'head,script,style,template'

function linesOf(parent: Element): string[] {
  const lines: string[] = []
  let current: string | undefined
  const endLine = () => {
    // A space that does not break is how an editor keeps several of them.
    const line = current?.replaceAll('\u00a0', ' ').trimEnd()
    if (line !== undefined) lines.push(line === '--' ? '-- ' : line)
    current = undefined
  }
  const isPreformatted = parent.closest('pre, [style*="pre-wrap"]') !== null
  const walk = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? ''
      const [first = '', ...rest] = isPreformatted
        ? text.split('\n')
        : [text.replace(/[ \t\r\n\f]+/g, ' ')]
      current =
        (current ?? '') +
        (current === undefined && !isPreformatted ? first.replace(/^ /, '') : first)
      if (current === '' && !isPreformatted) current = undefined
      for (const line of rest) {
        endLine()
        current = line
      }
      return
    }
    if (!isElement(node) || node.matches(SKIPPED)) return
    if (node.localName === 'br') {
      current ??= ''
      endLine()
    } else if (node.matches(BLOCKS)) {
      endLine()
      lines.push(...marked(node, linesOf(node)))
    } else {
      for (const child of node.childNodes) walk(child)
    }
  }
  for (const child of parent.childNodes) walk(child)
  endLine()
  return lines
}

function marked(block: Element, lines: readonly string[]): readonly string[] {
  if (block.localName === 'blockquote') {
    return lines.map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()))
  }
  if (block.localName !== 'li') return block.localName === 'p' ? [...lines, ''] : lines
  const offset = [...(block.parentElement?.children ?? [])].indexOf(block) + 1
  const mark = block.parentElement?.localName === 'ol' ? `${offset}. ` : '- '
  return lines.map((line, index) => (index === 0 ? mark : ' '.repeat(mark.length)) + line)
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}

/** Markup of more than lines and quotes. */
const LOOKS = /<(?!\/?(?:div|p|br|span|blockquote)\b)[a-z]|<[^>]*\sstyle=/i

/** True where plain text would lose something of it. */
export function hasFormatting(markup: string): boolean {
  return LOOKS.test(markup)
}
