import type Squire from 'squire-rte'
import { aroundCaret } from './around-caret.ts'
import type { ColorKind } from './palette.ts'
import { createTables, type TableCommand } from './tables.ts'
import type { FormatCommand } from './tools/tools.tsx'

/** Formats what is written; each step can be undone. */
export interface Formatting {
  readonly format: (command: FormatCommand) => void
  /** null: the colour that text or paper has. */
  readonly color: (kind: ColorKind, color: string | null) => void
  readonly table: (command: TableCommand) => void
  isInTable(): boolean
  /** Makes a link of what is selected, or changes the one there; an empty address removes it. */
  readonly link: (address: string) => void
  /** Where the link leads in which the caret stands; empty where it is in none. */
  linkAtCaret(): string
  /** What holds where one writes. */
  active(): ReadonlySet<FormatCommand>
  /** At the start of a quoted line: an own line there, outside the quote; false where the caret stands elsewhere. */
  breakQuote(): boolean
}

const LINES = 'div,p,h1,h2,h3,h4,h5,h6'
const WITHIN_LINES = 'li,td,th,pre'
/** One step of indentation outside of lists. */
const INDENT_PX = 40

/** On an open editor. */
export function createFormatting(editor: Squire): Formatting {
  const around = (selector: string) => aroundCaret(editor, selector)

  function toggle(tag: string): void {
    const isOn = editor.hasFormat(tag)
    editor.changeFormat(isOn ? null : { tag }, isOn ? { tag } : null)
  }

  function list(kind: 'ul' | 'ol'): void {
    if (around('ul,ol')?.localName === kind) editor.removeList()
    else if (kind === 'ul') editor.makeUnorderedList()
    else editor.makeOrderedList()
  }

  function indent(step: 1 | -1): void {
    if (around('ul,ol') !== undefined) {
      if (step === 1) editor.increaseListLevel()
      else editor.decreaseListLevel()
      return
    }
    editor.forEachBlock((line) => {
      const view = line.ownerDocument.defaultView
      const isRightToLeft = view?.getComputedStyle(line).direction === 'rtl'
      const side = isRightToLeft ? 'marginRight' : 'marginLeft'
      const margin = Math.max(0, (Number.parseInt(line.style[side]) || 0) + step * INDENT_PX)
      line.style[side] = margin === 0 ? '' : `${margin}px`
      if (line.getAttribute('style') === '') line.removeAttribute('style')
    }, true)
  }

  function heading(name: 'h2' | 'h3'): void {
    const next = around(name) === undefined ? name : 'div'
    editor.modifyBlocks((blocks) => {
      for (const line of blocks.querySelectorAll<HTMLElement>(LINES)) {
        if (line.querySelector(LINES) === null) rename(line, next)
      }
      return blocks
    })
  }

  function rule(): void {
    const { ownerDocument } = editor.getRoot()
    const line = ownerDocument.createElement('div')
    line.append(ownerDocument.createElement('hr'))
    editor.saveUndoState()
    editor.insertElement(line)
  }

  function clear(): void {
    const { collapsed } = editor.getSelection()
    if (!collapsed) editor.removeAllFormatting()
    else if (around('pre') !== undefined) editor.removeCode()
    else if (around('h2') !== undefined) heading('h2')
    else if (around('h3') !== undefined) heading('h3')
  }

  const commands: Readonly<Record<FormatCommand, () => void>> = {
    undoStep: () => editor.undo(),
    redo: () => editor.redo(),
    bold: () => toggle('B'),
    italic: () => toggle('I'),
    underline: () => toggle('U'),
    strike: () => toggle('S'),
    heading: () => heading('h2'),
    subheading: () => heading('h3'),
    bulletedList: () => list('ul'),
    numberedList: () => list('ol'),
    indentLess: () => indent(-1),
    indentMore: () => indent(1),
    quoteText: () => {
      if (around('blockquote') === undefined) editor.increaseQuoteLevel()
      else editor.decreaseQuoteLevel()
    },
    code: () => editor.toggleCode(),
    alignLeft: () => editor.setTextAlignment('left'),
    alignCenter: () => editor.setTextAlignment('center'),
    alignRight: () => editor.setTextAlignment('right'),
    horizontalRule: rule,
    clearFormat: clear,
  }

  return {
    format(command) {
      editor.focus()
      commands[command]()
      editor.focus()
    },
    color(kind, color) {
      editor.focus()
      if (kind === 'textColor') editor.setTextColor(color)
      else editor.setHighlightColor(color)
      editor.focus()
    },
    table: createTables(editor),
    isInTable: () => around('table') !== undefined,
    link(address) {
      editor.focus()
      const present = around('a')
      if (present !== undefined) {
        const whole = present.ownerDocument.createRange()
        whole.selectNodeContents(present)
        editor.setSelection(whole)
      }
      if (address !== '') editor.makeLink(address)
      else if (present !== undefined) editor.removeLink()
    },
    linkAtCaret: () => around('a')?.getAttribute('href') ?? '',
    active() {
      const held = new Set<FormatCommand>()
      if (editor.hasFormat('B') || editor.hasFormat('STRONG')) held.add('bold')
      if (editor.hasFormat('I') || editor.hasFormat('EM')) held.add('italic')
      if (editor.hasFormat('U')) held.add('underline')
      if (editor.hasFormat('S')) held.add('strike')
      if (around('h2') !== undefined) held.add('heading')
      if (around('h3') !== undefined) held.add('subheading')
      if (around('blockquote') !== undefined) held.add('quoteText')
      if (around('code,pre') !== undefined) held.add('code')
      const list = around('ul,ol')?.localName
      if (list !== undefined) held.add(list === 'ul' ? 'bulletedList' : 'numberedList')
      return held
    },
    breakQuote() {
      const range = editor.getSelection()
      const line = around(LINES)
      const isWithin = around('blockquote') !== undefined && around(WITHIN_LINES) === undefined
      if (!range.collapsed || !isWithin || line === undefined || !isAtStart(range, line))
        return false
      // Squire leaves a quote at an empty line of it.
      if (line.textContent === '') return false
      editor.splitBlock(false)
      const above = around(LINES)?.previousElementSibling
      if (!above) return true
      const there = above.ownerDocument.createRange()
      there.setStart(above, 0)
      editor.replaceWithBlankLine(there)
      return true
    },
  }
}

function rename(line: HTMLElement, name: 'h2' | 'h3' | 'div'): void {
  const renamed = line.ownerDocument.createElement(name)
  for (const { name: attribute, value } of line.attributes) renamed.setAttribute(attribute, value)
  renamed.append(...line.childNodes)
  line.replaceWith(renamed)
}

function isAtStart(range: Range, line: Element): boolean {
  const before = range.cloneRange()
  before.setStart(line, 0)
  return before.toString() === ''
}
