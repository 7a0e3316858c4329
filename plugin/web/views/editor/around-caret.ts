import type Squire from 'squire-rte'

/** The closest element of what is written that matches the selector and has the start of the selection in it. */
export function aroundCaret(editor: Squire, selector: string): Element | undefined {
  const node = editor.getSelection().startContainer
  const element = isElement(node) ? node : node.parentElement
  const found = element?.closest(selector) ?? undefined
  return found !== undefined && editor.getRoot().contains(found) ? found : undefined
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE
}
