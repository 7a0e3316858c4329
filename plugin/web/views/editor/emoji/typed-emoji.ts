import type Squire from 'squire-rte'
import { aroundCaret } from '../around-caret.ts'
import type { EmojiCompletion } from './completion.ts'

/** What stands in these means what it says. */
const CODE = 'pre,code'

/** Offers what is being named, for as long as the editor has the focus. */
export function followTyped(editor: Squire, emoji: EmojiCompletion): void {
  const root = editor.getRoot()
  root.addEventListener('input', ({ isComposing }) => {
    if (!isComposing) emoji.follow(textBeforeCaret(editor))
  })
  root.addEventListener('blur', () => emoji.follow(''))
}

/** The text before the caret that an emoji can be named in; empty where none can. */
function textBeforeCaret(editor: Squire): string {
  const { collapsed, startContainer: node, startOffset } = editor.getSelection()
  if (!collapsed || !isText(node) || aroundCaret(editor, CODE) !== undefined) return ''
  const text = node.data.slice(0, startOffset)
  // Behind bold words and the like it is no start of a word.
  return node.previousSibling === null || node.previousSibling.nodeName === 'BR' ? text : `.${text}`
}

/** In the place of that many characters before the caret. One undo brings them back. */
export function replaceTyped(editor: Squire, typedLength: number, emoji: string): void {
  const range = editor.getSelection()
  if (!isText(range.startContainer)) return
  range.setStart(range.startContainer, Math.max(0, range.startOffset - typedLength))
  editor.saveUndoState()
  editor.setSelection(range)
  editor.insertPlainText(emoji, false)
}

function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE
}
