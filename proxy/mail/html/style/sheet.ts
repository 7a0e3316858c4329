import { NAME_PREFIX } from '../name-prefix.ts'
import { allowedDeclarations } from './declarations.ts'

/** Longer sheets are left out, and the mail is shown without. */
const MAX_SHEET_CHARACTERS = 256 * 1024

/** How deep `@media` may stand in `@media`. */
const MAX_NESTING = 3

/**
 * The text of a mail's `<style>` elements reduced to rules of allowed declarations, and to `@media` around them,
 * rewritten. Of other at-rules nothing is left, so also nothing of `@import` and `@font-face`; ids in selectors get
 * the prefix that they have in the body.
 */
export function allowedSheet(css: string): string {
  return css.length > MAX_SHEET_CHARACTERS ? '' : allowedRules(css.replace(/<!--|-->/g, ' '), 0)
}

function allowedRules(css: string, nesting: number): string {
  return Array.from(blocksOf(css), ({ prelude, content }) => {
    if (!prelude.startsWith('@')) return allowedRule(prelude, content)
    if (nesting === MAX_NESTING || !isAllowedMedia(prelude)) return ''
    const rules = allowedRules(content, nesting + 1)
    return rules === '' ? '' : `${prelude}{${rules}}`
  }).join('')
}

interface Block {
  readonly prelude: string
  readonly content: string
}

/** Strings and comments as a whole; unclosed strings end with their line (CSS Syntax 4.3.5), unclosed comments never. */
const PIECES = /\/\*[^]*?(?:\*\/|$)|"[^"\n]*(?:"|\n|$)|'[^'\n]*(?:'|\n|$)|[{};]|[^"'{};/]+|\//g

/** What is in braces, with what is in front of them. A rule that is not closed is left out. */
function* blocksOf(css: string): Generator<Block> {
  let prelude = ''
  let content = ''
  let depth = 0
  for (const [written] of css.matchAll(PIECES)) {
    const piece = written.startsWith('/*') ? ' ' : written
    if (depth > 0) {
      if (piece === '{') depth += 1
      if (piece === '}') depth -= 1
      if (depth > 0) {
        content += piece
        continue
      }
      yield { prelude: prelude.trim(), content }
      prelude = ''
      content = ''
    } else if (piece === '{') {
      depth = 1
    } else if (piece === '}' || piece === ';') {
      // The end of `@import` and `@charset`, or of nothing.
      prelude = ''
    } else {
      prelude += piece
    }
  }
}

function allowedRule(selector: string, content: string): string {
  if (!SELECTOR.test(selector) || !isClosed(selector)) return ''
  const declarations = allowedDeclarations(content)
  if (declarations === '') return ''
  return `${selector.replace(/#(?=[\w-])/g, `#${NAME_PREFIX}`)}{${declarations}}`
}

/** Without escapes, and with whole strings: what follows is read as it was read here. */
const SELECTOR = /^(?:[\w\s.#*>+~:,()[\]=^$|\u0080-\uffff-]|"[\w\s.:/#-]*"|'[\w\s.:/#-]*')+$/

/** True where every bracket is closed, and none belongs to a URL, in which quotes would mean something else. */
function isClosed(text: string): boolean {
  const open: string[] = []
  for (const [bracket] of text.matchAll(/[()[\]]/g)) {
    if (bracket === '(' || bracket === '[') open.push(bracket)
    else if (open.pop() !== (bracket === ')' ? '(' : '[')) return false
  }
  return open.length === 0 && !/url\(/i.test(text)
}

/**
 * The frame is made as high as its document: what requests the height of its window would go to and fro.
 */
function isAllowedMedia(prelude: string): boolean {
  const isMedia = /^@media\s[\w\s.:,()/-]*$/i.test(prelude) && isClosed(prelude)
  return isMedia && !/height|aspect|orientation/i.test(prelude)
}
