import { keepEmphasis } from './pasted-emphasis.ts'
import { makeLists } from './pasted-lists.ts'
import { cellLooksIn } from './pasted-tables.ts'

const Stored =
  'a,b,strong,i,em,u,s,br,p,div,ul,ol,li,blockquote,pre,code,h1,h2,h3,h4,h5,h6,hr,table,thead,tbody,tr,td,th'
const DROPPED =
  'script,style,template,iframe,object,embed,svg,math,form,input,button,select,textarea,meta,link,title,img'
const LINK = /^(https?:|mailto:|tel:)/i
/** Without them the rows of a table would no longer stand below each other. */
const ALLOWED_ATTRIBUTES: ReadonlySet<string> = new Set(['colspan', 'rowspan'])

/**
 * `parser`: of the frame that is written in. Answers what was copied elsewhere, without its colours, sizes and pictures:
 * words and their emphasis, lists, quotes, tables with their borders, and links.
 */
export function cleanPaste(markup: string, parser: DOMParser): string {
  const { body } = parser.parseFromString(markup, 'text/html')
  const looks = cellLooksIn(body)
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  removeComments(body)
  makeLists(body)
  keepEmphasis(body)
  const cellStyles = new Map(
    Array.from(body.querySelectorAll('td,th'), (cell) => [cell, looks.styleOf(cell)] as const),
  )
  for (const element of body.querySelectorAll('*')) {
    const href = element.getAttribute('href') ?? ''
    for (const name of element.getAttributeNames()) {
      if (!ALLOWED_ATTRIBUTES.has(name)) element.removeAttribute(name)
    }
    const isNowhere = element.localName === 'a' && !LINK.test(href)
    if (isNowhere || !element.matches(Stored)) element.replaceWith(...element.childNodes)
    else if (element.localName === 'a') element.setAttribute('href', href)
  }
  for (const [cell, style] of cellStyles) {
    if (style === '') continue
    cell.setAttribute('style', style)
    cell.closest('table')?.setAttribute('style', 'border-collapse:collapse')
  }
  return body.innerHTML + (body.lastChild?.nodeName === 'TABLE' ? LINE_BELOW : '')
}

/** One would continue writing in the last cell. */
const LINE_BELOW = '<div dir="auto"><br></div>'

/** Programs mark with them where what is copied starts and ends. */
function removeComments(parent: Node): void {
  for (const child of [...parent.childNodes]) {
    if (child.nodeType === COMMENT_NODE) parent.removeChild(child)
    else removeComments(child)
  }
}

/** `Node.COMMENT_NODE` (DOM 4.4). */
const COMMENT_NODE = 8

/** True where markup has words: spreadsheets and word processors copy a picture of them as well. */
export function hasWords(markup: string, parser: DOMParser): boolean {
  const { body } = parser.parseFromString(markup, 'text/html')
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  return body.textContent.trim() !== ''
}
