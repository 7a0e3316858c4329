import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { cleanPaste, hasWords } from './clean-paste.ts'
import { Tools, type FormatCommand } from './tools.tsx'

/** What others do in an editor. */
export interface EditorHandle {
  readonly focus: () => void
  /** In the place of what is selected. */
  readonly insertText: (text: string) => void
}

/** Where an editor leaves its handle once it can be written in. */
export interface EditorRef {
  current: EditorHandle | undefined
}

interface EditorProps {
  readonly label: string
  /** The document that is written in; its policy lets nothing run. */
  readonly src: string
  /** Fills the document, once it is there, and says where the caret stands; nothing: it is as the server has it. */
  readonly begin?: (body: HTMLElement) => void
  /** What is pasted keeps its colours and pictures. */
  readonly keepsLooks?: boolean
  readonly handle?: EditorRef
  readonly onEdit: (body: HTMLElement) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  /** Files that are pasted or dropped. */
  readonly onFiles?: (files: readonly File[]) => void
}

/** Each of them reads in the direction of its own words. */
const UNDIRECTED = ':scope > :is(div, p, ul, ol, blockquote, pre):not([dir])'

/**
 * Formatted text, written in a frame of its own, whose policy lets nothing run: what is pasted there harms nobody, and
 * looks as it will. The server sanitizes it once more.
 */
export function Editor(props: EditorProps) {
  const { label, src, begin, keepsLooks = false, handle, onEdit, onKeyDown, onFiles } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const active = useSignal<ReadonlySet<string>>(new Set())
  const inside = () => frame.current?.contentDocument ?? undefined
  const handlers = useRef({ onEdit, onKeyDown, onFiles })
  handlers.current = { onEdit, onKeyDown, onFiles }

  function take(): void {
    const body = inside()?.body
    if (body === undefined) return
    for (const block of body.querySelectorAll(UNDIRECTED)) block.setAttribute('dir', 'auto')
    handlers.current.onEdit(body)
  }

  function run(command: string, value?: string): void {
    inside()?.body.focus()
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- browsers have no newer way to format what somebody writes
    inside()?.execCommand(command, false, value)
    take()
    tellActive()
  }

  function format(command: FormatCommand): void {
    if (command === 'quote') run(isInQuote() ? 'outdent' : 'formatBlock', 'blockquote')
    else run(command)
  }

  function isInQuote(): boolean {
    const node = inside()?.getSelection()?.anchorNode
    return (node?.parentElement?.closest('blockquote') ?? null) !== null
  }

  function tellActive(): void {
    const document = inside()
    if (document === undefined) return
    const names = ['bold', 'italic', 'underline', 'insertUnorderedList', 'insertOrderedList']
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no newer way to ask
    const held = names.filter((name) => document.queryCommandState(name))
    active.value = new Set(isInQuote() ? [...held, 'quote'] : held)
  }

  function files(event: Event, all: FileList | undefined): boolean {
    if (all === undefined || all.length === 0 || handlers.current.onFiles === undefined)
      return false
    event.preventDefault()
    handlers.current.onFiles([...all])
    return true
  }

  function paste(event: ClipboardEvent): void {
    const parts = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!parts) return
    const parser = new parts.DOMParser()
    const markup = event.clipboardData?.getData('text/html') ?? ''
    if (!hasWords(markup, parser) && files(event, event.clipboardData?.files)) return
    if (markup === '' || keepsLooks) return
    event.preventDefault()
    run('insertHTML', cleanPaste(markup, parser))
  }

  function open(): void {
    const document = inside()
    if (document === undefined) return
    const { body } = document
    body.contentEditable = 'true'
    body.role = 'textbox'
    body.ariaLabel = label
    body.ariaMultiLine = 'true'
    body.addEventListener('input', take)
    body.addEventListener('paste', paste)
    body.addEventListener('drop', (event) => files(event, event.dataTransfer?.files))
    document.addEventListener('keydown', (event) => handlers.current.onKeyDown?.(event))
    document.addEventListener('selectionchange', tellActive)
    begin?.(body)
    if (handle === undefined) return
    handle.current = {
      focus: () => body.focus(),
      insertText: (text) => run('insertText', text),
    }
  }

  return (
    <div class="editor">
      <Tools
        active={active.value}
        onFormat={format}
        onLink={(address) => run('createLink', address)}
        onLeave={() => inside()?.body.focus()}
      />
      <iframe
        ref={frame}
        class="editor-frame"
        title={label}
        sandbox="allow-same-origin"
        src={src}
        onLoad={open}
      />
    </div>
  )
}
