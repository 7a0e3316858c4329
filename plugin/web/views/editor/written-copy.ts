import type Squire from 'squire-rte'

/** By these Squire knows its own spans and blocks again (`classNames`, `setTextAlignment`). */
const EDITOR_CLASS = /^(?:color|font|size|highlight|align-\w+)$/
const DRAWN_BY_EDITOR = '.squire-image-resize-container'

/** What was written, as a message holds it: without what the editor keeps there for itself. */
export function writtenCopy(editor: Squire): Element {
  const copy = editor.getRoot().ownerDocument.importNode(editor.getRoot(), true)
  for (const drawn of copy.querySelectorAll(DRAWN_BY_EDITOR)) drawn.remove()
  for (const element of copy.querySelectorAll('[class]')) {
    element.classList.remove(...[...element.classList].filter((name) => EDITOR_CLASS.test(name)))
    if (element.classList.length === 0) element.removeAttribute('class')
  }
  // One that was dragged to another size has it in its style only, which Outlook does not read.
  for (const image of copy.querySelectorAll<HTMLElement>('img[style]')) {
    const width = Number.parseInt(image.style.width)
    if (!image.style.width.endsWith('px') || Number.isNaN(width)) continue
    image.setAttribute('width', String(width))
    if (image.style.height === 'auto') image.removeAttribute('height')
  }
  for (const image of copy.querySelectorAll('img[tabindex]')) image.removeAttribute('tabindex')
  const walker = copy.ownerDocument.createTreeWalker(copy, SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? ''
    // Squire puts a caret into one where nothing is typed yet.
    if (text.includes('\u200b')) node.textContent = text.replaceAll('\u200b', '')
  }
  // Inner ones first: what holds nothing but them is empty then.
  for (const element of [...copy.querySelectorAll('span,b,i,u,s')].reverse()) {
    if (!element.hasChildNodes()) element.remove()
  }
  return copy
}

/** `NodeFilter.SHOW_TEXT` (DOM 6.3). */
const SHOW_TEXT = 4
