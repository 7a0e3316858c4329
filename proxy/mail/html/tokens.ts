import { setImmediate as nextTurn } from 'node:timers/promises'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

/** What an HTML body is made of, in order. Names are in lower case; of attributes of one name the first counts. */
export interface TokenVisitor {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void
  readonly close: (name: string) => void
  /** Characters without entities, in pieces. */
  readonly text: (text: string) => void
  /** What is in one `<style>` element, in pieces. */
  readonly style?: (text: string) => void
}

/** So many characters are read at a time; then the event loop has its turn. */
const PIECE_CHARACTERS = 32 * 1024

/**
 * Reads a body in one pass, with what browsers forgive (HTML 13.2.5), and builds no tree. Comments, declarations and
 * what is in elements that are no part of a mail are left out. Throws the reason of the signal.
 */
export async function readTokens(
  html: string,
  visitor: TokenVisitor,
  signal: AbortSignal,
): Promise<void> {
  const tokenizer = new Tokenizer({ decodeEntities: true }, tokensOf(html, visitor))
  for (let from = 0; from < html.length; from += PIECE_CHARACTERS) {
    if (from > 0) await nextTurn()
    signal.throwIfAborted()
    tokenizer.write(html.slice(from, from + PIECE_CHARACTERS))
  }
  tokenizer.end()
}

/** What is in these is no HTML: the first end tag of the name ends it (HTML 13.1.2). */
const rawElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'title', 'textarea', 'xmp', 'plaintext'],
  ...['iframe', 'noembed', 'noframes', 'noscript'],
])

/** What is in these is another language, or shown where they are not known only. They may stand in one another. */
const foreignElements: ReadonlySet<string> = new Set([
  ...['svg', 'math', 'template', 'audio', 'video'],
])

/** No element that is known has a longer name. */
const MAX_NAME_CHARACTERS = 32

/** Names, and not the tree around them: the tokenizer's own parser looks through all open elements at every tag. */
function tokensOf(html: string, visitor: TokenVisitor): TokenizerCallbacks {
  let name = ''
  let attributes = new Map<string, string>()
  let attributeName = ''
  let value = ''
  /** The element that is left out with what it holds, and how many of its name are open. */
  let skipped: { readonly name: string; depth: number } | undefined

  const text = (piece: string): void => {
    if (skipped === undefined) visitor.text(piece.replaceAll('\0', ''))
    else if (skipped.name === 'style') visitor.style?.(piece)
  }
  const openTag = (): void => {
    if (skipped === undefined) {
      if (rawElements.has(name) || foreignElements.has(name)) skipped = { name, depth: 1 }
      else visitor.open(name, attributes)
    } else if (skipped.name === name && foreignElements.has(name)) skipped.depth += 1
  }
  const closeTag = (closed: string): void => {
    if (skipped === undefined) {
      visitor.close(closed)
    } else if (skipped.name === closed) {
      skipped.depth -= 1
      if (skipped.depth === 0) skipped = undefined
    }
  }
  const nothing = (): void => undefined
  return {
    onopentagname: (start, end) => {
      name = nameAt(html, start, end)
      attributes = new Map()
    },
    onattribname: (start, end) => {
      attributeName = nameAt(html, start, end)
    },
    onattribdata: (start, end) => {
      value += html.slice(start, end)
    },
    onattribentity: (codePoint) => {
      value += String.fromCodePoint(codePoint)
    },
    onattribend: () => {
      if (!attributes.has(attributeName)) attributes.set(attributeName, value)
      value = ''
    },
    onopentagend: openTag,
    // XHTML: an empty `<title/>` holds nothing. What is known to be empty needs no end, all else continues.
    onselfclosingtag: () => {
      if (!rawElements.has(name) && !foreignElements.has(name)) openTag()
    },
    onclosetag: (start, end) => closeTag(nameAt(html, start, end)),
    ontext: (start, end) => text(html.slice(start, end)),
    ontextentity: (codePoint) => text(String.fromCodePoint(codePoint)),
    oncomment: nothing,
    oncdata: nothing,
    ondeclaration: nothing,
    onprocessinginstruction: nothing,
    onend: nothing,
  }
}

function nameAt(html: string, start: number, end: number): string {
  return end - start > MAX_NAME_CHARACTERS ? '' : html.slice(start, end).toLowerCase()
}
