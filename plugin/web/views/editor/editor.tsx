import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { messageWindowOf } from '../../browser/message-window.ts'
import { FailureNote } from '../notice/failure.tsx'
import { cleanPaste, hasWords } from './clean-paste.ts'
import { createFormatting } from './formatting.ts'
import { followPageColors } from './frame-colors.ts'
import { Tools } from './tools.tsx'

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

/** Pause before a document that was refused is asked for again. */
const retryMs = 2_000

interface EditorProps {
  readonly label: string
  /** The empty document that is written in; its policy lets nothing run. */
  readonly src: string
  /** Fills the document, once it is there, and says where the caret stands. */
  readonly begin: (body: HTMLElement) => void
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
  const { text, http, connection } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  /** The document was refused, and is asked for anew. */
  const isMissing = useSignal(false)
  const attempt = useSignal(0)
  /** The document has the colours of the page; before that it is not shown. */
  const isDressed = useSignal(false)
  const life = useRef(new AbortController())
  const active = useSignal<ReadonlySet<string>>(new Set())
  const inside = () => frame.current?.contentDocument ?? undefined
  const handlers = useRef({ onEdit, onKeyDown, onFiles })
  handlers.current = { onEdit, onKeyDown, onFiles }
  const formatting = createFormatting(inside, () => {
    take()
    tellActive()
  })
  /** What is typed as the target of a link; undefined: nothing is asked. */
  const address = useSignal<string | undefined>(undefined)

  function take(): void {
    const body = inside()?.body
    if (body === undefined) return
    for (const block of body.querySelectorAll(UNDIRECTED)) block.setAttribute('dir', 'auto')
    handlers.current.onEdit(body)
  }

  function tellActive(): void {
    active.value = formatting.active()
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
    formatting.run('insertHTML', cleanPaste(markup, parser))
  }

  function keys(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, isComposing } = event
    const isCommand = ctrlKey || metaKey
    if (key === 'k' && isCommand) askLink()
    else if (key !== 'Enter' || isCommand || shiftKey || isComposing || !formatting.breakQuote()) {
      handlers.current.onKeyDown?.(event)
      return
    }
    event.preventDefault()
  }

  function askLink(): void {
    address.value = formatting.linkAtCaret() || 'https://'
  }

  useEffect(() => () => life.current.abort(), [])

  // Once the server answers, and whoever is signed out has signed in.
  useEffect(() => {
    if (!isMissing.value) return undefined
    const life = new AbortController()
    const asking = () => http.get('keep-alive', { asksMail: true }, life.signal)
    const ask = () => connection.reach(asking, life.signal)
    const again = () => (attempt.value += 1)
    // What it rejects with is that nobody waits any more.
    const pause = setTimeout(() => void ask().then(again, () => undefined), retryMs)
    return () => {
      clearTimeout(pause)
      life.abort()
    }
  }, [isMissing.value, attempt.value])

  /** An error page is nothing to write in: what is typed there would become the message. */
  function open(): void {
    if (frame.current === null) return
    isMissing.value = messageWindowOf(frame.current) === undefined
    if (!isMissing.value) start()
  }

  function start(): void {
    const document = inside()
    if (document === undefined) return
    const { body } = document
    body.contentEditable = 'true'
    body.role = 'textbox'
    body.ariaLabel = label
    body.ariaMultiLine = 'true'
    body.addEventListener('input', (event) => {
      // A word that is still being composed belongs to the input method.
      if (!('isComposing' in event && event.isComposing)) formatting.keepBlock()
      take()
    })
    body.addEventListener('paste', paste)
    body.addEventListener('drop', (event) => files(event, event.dataTransfer?.files))
    document.addEventListener('keydown', keys)
    document.addEventListener('selectionchange', tellActive)
    begin(body)
    followPageColors(document, window, life.current.signal)
    isDressed.value = true
    if (handle === undefined) return
    handle.current = {
      focus: () => body.focus(),
      insertText: (text) => formatting.run('insertText', text),
    }
  }

  return (
    <div class="editor">
      <Tools
        active={active.value}
        address={address}
        onFormat={formatting.format}
        onAskLink={askLink}
        onLink={formatting.link}
        onLeave={() => inside()?.body.focus()}
      />
      <FailureNote failure={isMissing.value ? { message: text.unreachable } : undefined} />
      <iframe
        key={attempt.value}
        ref={frame}
        hidden={isMissing.value}
        class={isDressed.value ? 'editor-frame' : 'editor-frame is-coming'}
        title={label}
        sandbox="allow-same-origin"
        src={src}
        onLoad={open}
      />
    </div>
  )
}
