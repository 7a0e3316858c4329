import type Squire from 'squire-rte'
import { aroundCaret } from './around-caret.ts'

const LINE = 'div,p'
/** What stands in these is no line of its own, or means what it says. */
const TAKEN = 'li,td,th,pre,code'
/** `**words**`, complete, up to the caret. */
const EMPHASIS = /\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/

/** What a line begins as, by what is typed at its start before a blank. */
const lineStarts: ReadonlyMap<string, (editor: Squire) => unknown> = new Map([
  ['>', (editor) => editor.increaseQuoteLevel()],
  ['*', (editor) => editor.makeUnorderedList()],
  ['-', (editor) => editor.makeUnorderedList()],
  ['1.', (editor) => editor.makeOrderedList()],
])

/**
 * Formats what is typed as in Markdown: quotes, lists and bold. One undo brings the characters back. By what was
 * inserted, not by keys, which the keyboards of phones do not name.
 */
export function formatTypedMarkdown(editor: Squire): void {
  editor.getRoot().addEventListener('input', (event) => {
    const { inputType, data, isComposing } = event
    if (inputType !== 'insertText' || isComposing || aroundCaret(editor, TAKEN) !== undefined)
      return
    if (data === ' ') startLine(editor)
    else if (data === '*') embolden(editor)
  })
}

function startLine(editor: Squire): void {
  const line = aroundCaret(editor, LINE)
  const typed = line === undefined || line === editor.getRoot() ? '' : line.textContent
  const start = /\s$/.test(typed) ? lineStarts.get(typed.trim()) : undefined
  if (line === undefined || start === undefined) return
  editor.saveUndoState()
  const { ownerDocument } = line
  line.replaceChildren(ownerDocument.createElement('br'))
  const caret = ownerDocument.createRange()
  caret.setStart(line, 0)
  editor.setSelection(caret)
  start(editor)
}

function embolden(editor: Squire): void {
  const { startContainer: node, startOffset } = editor.getSelection()
  if (!isText(node)) return
  const [typed, words] = EMPHASIS.exec(node.data.slice(0, startOffset)) ?? []
  if (typed === undefined || words === undefined) return
  editor.saveUndoState()
  const start = startOffset - typed.length
  node.replaceData(start, typed.length, words)
  const range = node.ownerDocument.createRange()
  range.setStart(node, start)
  range.setEnd(node, start + words.length)
  editor.setSelection(range)
  editor.bold()
  const end = editor.getSelection()
  end.collapse(false)
  editor.setSelection(end)
  // What is typed next is not bold.
  editor.removeBold()
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE
}
