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
  return copy
}

/** Its markup. A zero-width space is what Squire puts a caret into where nothing is typed yet. */
export function writtenMarkup(copy: Element): string {
  return copy.innerHTML.replaceAll('\u200b', '')
}
