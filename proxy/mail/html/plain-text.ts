import { allowedElements, voidElements, words } from './allowed-markup.ts'
import { followElements } from './open-elements.ts'
import { readTokens } from './tokens.ts'
import { createTextLines, type TextLines } from './text-lines.ts'

/** How far elements stand from what is around them, in lines. */
const distances: ReadonlyMap<string, number> = new Map([
  ...distance(2, 'p blockquote pre h1 h2 h3 h4 h5 h6 table dl'),
  ...distance(1, 'div article aside section header footer main address center figure figcaption'),
  ...distance(1, 'details summary dt dd li tr caption'),
])

/**
 * Readable plain text of an HTML body: words with the addresses of links, rows of tables as lines, lists with their
 * marks, quotes by `> `. All text is there, however deep. The result is text: its reader escapes it.
 */
export async function plainText(html: string, signal: AbortSignal): Promise<string> {
  const lines = createTextLines()
  const elements = followElements()
  const links = linkAddresses(lines)
  const lists: List[] = []
  let verbatim = 0

  const start = (name: string, attributes: ReadonlyMap<string, string>): void => {
    standApart(lines, linesAround(name, lists))
    if (name === 'ul' || name === 'ol') lists.push({ name, next: startOf(attributes) })
    if (name === 'li') {
      const mark = nextMark(lists.at(-1))
      lines.indent(' '.repeat(mark.length), mark)
    }
    if (name === 'blockquote') lines.indent('> ')
    if (name === 'pre') verbatim += 1
  }
  const end = (name: string): void => {
    if (name === 'ul' || name === 'ol') lists.pop()
    if (name === 'li' || name === 'blockquote') lines.unindent()
    if (name === 'pre') verbatim -= 1
    if (name === 'td' || name === 'th') lines.space()
    standApart(lines, linesAround(name, lists))
  }
  const open = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (!allowedElements.has(name)) return
    const { ended, isRetained } = elements.open(name)
    ended.forEach(end)
    if (name === 'br') lines.lineBreak()
    if (name === 'hr') ruler(lines)
    if (name === 'a') links.start(attributes.get('href') ?? '')
    if (isRetained && !voidElements.has(name)) start(name, attributes)
  }
  const close = (name: string): void => {
    if (name === 'a') links.end()
    if (name === 'br') lines.lineBreak()
    else if (!voidElements.has(name)) elements.close(name).forEach(end)
  }
  const text = (piece: string): void => {
    links.text(piece)
    if (verbatim > 0) lines.verbatim(piece)
    else lines.text(piece)
  }
  await readTokens(html, { open, close, text }, signal)
  links.end()
  return lines.toString()
}

interface List {
  readonly name: 'ul' | 'ol'
  next: number
}

function distance(lines: number, names: string): (readonly [string, number])[] {
  return [...words(names)].map((name) => [name, lines])
}

function standApart(lines: TextLines, distance: number): void {
  if (distance > 0) lines.apart(distance)
}

/** A list within another stands close to its item. */
function linesAround(name: string, lists: readonly List[]): number {
  if (name === 'ul' || name === 'ol') return lists.length === 0 ? 2 : 1
  return distances.get(name) ?? 0
}

function startOf(attributes: ReadonlyMap<string, string>): number {
  const start = Number.parseInt(attributes.get('start') ?? '', 10)
  return Number.isSafeInteger(start) ? start : 1
}

function nextMark(list: List | undefined): string {
  if (list?.name !== 'ol') return ' * '
  list.next += 1
  return ` ${list.next - 1}. `
}

function ruler(lines: TextLines): void {
  lines.apart(2)
  lines.text('-'.repeat(40))
  lines.apart(2)
}

/** Of a link so much is compared with its address. */
const MAX_COMPARED_CHARACTERS = 2_048

/** Writes the address of a link behind its words, where they do not say it themselves. */
function linkAddresses(lines: TextLines) {
  let address = ''
  let shown = ''
  const end = (): void => {
    const isSaid = address === '' || address.startsWith('#') || shown.trim() === address
    const said = address
    address = ''
    if (isSaid) return
    lines.space()
    lines.text(`[${said}]`)
  }
  return {
    start(href: string): void {
      end()
      address = href.trim().replace(/^mailto:/i, '')
      shown = ''
    },
    text(piece: string): void {
      if (address !== '' && shown.length < MAX_COMPARED_CHARACTERS) shown += piece
    },
    end,
  }
}
