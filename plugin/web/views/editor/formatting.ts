import type { FormatCommand } from './tools.tsx'

/** Formats what is written in a document, so that the browser can undo each step. */
export interface Formatting {
  run(command: string, value?: string): void
  readonly format: (command: FormatCommand) => void
  /** Makes a link of what is selected, or changes the one there; an empty address takes it away. */
  readonly link: (address: string) => void
  /** Where the link leads in which the caret stands; empty where it stands in none. */
  linkAtCaret(): string
  /** What holds where one writes. */
  active(): ReadonlySet<string>
  /** At the start of a quoted line: an own line there, outside the quote; false where the caret stands elsewhere. */
  breakQuote(): boolean
  /** Puts a line that stands in no block into one, as each line needs a direction of its own. */
  keepBlock(): void
}

/** Blocks in which a caret stands, the innermost of them. */
const BLOCK = 'div,p,li,td,th,pre,blockquote,h1,h2,h3,h4,h5,h6'
/** Blocks that are a format, which only pasting makes. */
const FORMATTED_BLOCK = 'pre,h1,h2,h3,h4,h5,h6'

/** `inside`: the document, once it is there; `onChange`: after each step. */
export function createFormatting(
  inside: () => Document | undefined,
  onChange: () => void,
): Formatting {
  function exec(command: string, value?: string): void {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way to format what somebody writes
    inside()?.execCommand(command, false, value)
  }

  function run(command: string, value?: string): void {
    inside()?.body.focus()
    exec(command, value)
    onChange()
  }

  function around(selector: string): Element | undefined {
    const node = inside()?.getSelection()?.anchorNode
    const element = isElement(node) ? node : node?.parentElement
    return element?.closest(selector) ?? undefined
  }

  function clear(): void {
    exec('removeFormat')
    exec('unlink')
    if (around(FORMATTED_BLOCK) !== undefined) exec('formatBlock', 'div')
    run('removeFormat')
  }

  function unquote(): void {
    // A quote that is itself the line becomes one; another is split around it.
    if (around(BLOCK)?.localName === 'blockquote') run('formatBlock', 'div')
    else run('outdent')
  }

  return {
    run,
    format(command) {
      if (command === 'removeFormat') clear()
      else if (command !== 'quote') run(command)
      else if (around('blockquote') === undefined) run('formatBlock', 'blockquote')
      else unquote()
    },
    link(address) {
      const selection = inside()?.getSelection()
      const present = around('a')
      if (present !== undefined && selection?.isCollapsed === true) {
        selection.selectAllChildren(present)
      }
      if (address !== '') run('createLink', address)
      else if (present !== undefined) run('unlink')
      else inside()?.body.focus()
    },
    linkAtCaret: () => around('a')?.getAttribute('href') ?? '',
    active() {
      const names = ['bold', 'italic', 'underline', 'insertUnorderedList', 'insertOrderedList']
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no newer way to ask
      const held = names.filter((name) => inside()?.queryCommandState(name) === true)
      return new Set(around('blockquote') === undefined ? held : [...held, 'quote'])
    },
    breakQuote() {
      const selection = inside()?.getSelection()
      const block = around(BLOCK)
      const isWithin = around('blockquote') !== undefined && block?.matches('li,td,th') === false
      if (!selection?.isCollapsed || !isWithin || !isAtStart(selection, block)) return false
      if (block.textContent !== '') {
        exec('insertParagraph')
        const line = around(BLOCK)?.previousElementSibling
        if (line) selection.collapse(line, 0)
      }
      unquote()
      return true
    },
    keepBlock() {
      const document = inside()
      const node = document?.getSelection()?.anchorNode
      const isBare = node?.nodeName === '#text' && node.parentNode === document?.body
      if (isBare) exec('formatBlock', 'div')
    },
  }
}

function isElement(node: Node | null | undefined): node is Element {
  return node?.nodeType === Node.ELEMENT_NODE
}

function isAtStart(selection: Selection, block: Element): boolean {
  const before = selection.getRangeAt(0).cloneRange()
  before.setStart(block, 0)
  return before.toString() === ''
}
