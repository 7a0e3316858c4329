import { useSignal, type Signal } from '@preact/signals'
import type Squire from 'squire-rte'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { messageWindowOf } from '../../browser/message-window.ts'
import type { MailHtmlCode } from '../../state/message/mail-html.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { commandOf } from './format-keys.ts'
import { quoteFoldOf, type QuoteFold } from './folded-quote.ts'
import { createFormatting, type Formatting } from './formatting.ts'
import { followPageColors } from './frame-colors.ts'
import { createEmojiCompletion, type EmojiCompletion } from './emoji/completion.ts'
import { EmojiChoices } from './emoji/emoji-choices.tsx'
import { followTyped, replaceTyped } from './emoji/typed-emoji.ts'
import { takeIncoming, type FileTakers } from './incoming-files.ts'
import { openSquire } from './open-squire.ts'
import { type FetchImage, showPartImages } from './part-images.ts'
import { chooseImages } from './tools/choose-images.ts'
import { Tools, type FormatCommand } from './tools/tools.tsx'
import { formatTypedMarkdown } from './typed-markdown.ts'
import { writtenCopy } from './written-copy.ts'
import { leaveImage, resizeImage, selectedImage } from './written-images.ts'

/** What others do in an editor. */
export interface EditorHandle {
  readonly focus: () => void
  /** In the place of what is selected. */
  readonly insertText: (text: string) => void
}

/** What is written, when it is requested. */
export interface Written {
  readonly html: string
  readonly body: Element
}

/** Where an editor leaves its handle once it can be written in. */
export interface EditorRef {
  current: EditorHandle | undefined
}

/** Pause before a document that was refused is requested again. */
const retryMs = 2_000

interface OpenEditor {
  readonly editor: Squire
  readonly formatting: Formatting
  readonly withNamedSources: MailHtmlCode['withNamedSources']
}

interface EditorProps extends FileTakers {
  readonly label: string
  /** The empty document that is written in; its policy lets nothing run. */
  readonly src: string
  /** What is in it first. */
  readonly html: string
  /** Says where the caret stands, once the document is filled. */
  readonly fillBody?: (body: HTMLElement) => void
  /** What is pasted keeps its colours and pictures. */
  readonly keepsLooks?: boolean
  /** The quotation of a reply is shown on request. */
  readonly foldsQuote?: boolean
  readonly handle?: EditorRef
  /** Images of `html` that are parts of a message are shown by it. */
  readonly fetchImage?: FetchImage
  /** Reading what is written is work: it is done when `read` is called. */
  readonly onEdit: (read: () => Written) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** Each of them reads in the direction of its own words. */
const UNDIRECTED = ':scope > :is(div, p, ul, ol, blockquote, pre):not([dir])'

/**
 * Rich text, written with Squire in a frame of its own, whose policy lets nothing run. What is pasted passes the sanitizer
 * of the reading side, and that of the server when it is sent.
 */
export function Editor(props: EditorProps) {
  const {
    label,
    src,
    html,
    fillBody,
    keepsLooks = false,
    foldsQuote = false,
    handle,
    fetchImage,
    onEdit,
    onKeyDown,
    onFiles,
    addImages,
    takeImage,
  } = props
  const { text, laterText, mailHtml } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  /** The document was refused, and is requested again. */
  const isMissing = useSignal(false)
  const attempt = useSignal(0)
  /** The document has the colours of the page; before that it is not shown. */
  const isDressed = useSignal(false)
  const life = useRef(new AbortController())
  const active = useSignal<ReadonlySet<FormatCommand>>(new Set())
  const open = useRef<OpenEditor | undefined>(undefined)
  const handlers = useRef({ onEdit, onKeyDown, onFiles, addImages, takeImage })
  handlers.current = { onEdit, onKeyDown, onFiles, addImages, takeImage }
  const quote = useRef<QuoteFold | undefined>(undefined)
  /** Undefined: there is none to fold. */
  const isQuoteFolded = useSignal<boolean | undefined>(undefined)
  /** What is typed as the target of a link; undefined: nothing is asked. */
  const address = useSignal<string | undefined>(undefined)
  const image = useSignal<HTMLImageElement | undefined>(undefined)
  const takeFiles = useRef<(files: readonly File[]) => void>(undefined)

  const emoji = useEmoji(open)

  function take({ editor, formatting, withNamedSources }: OpenEditor): void {
    const lines = editor.getRoot().querySelectorAll(UNDIRECTED)
    if (lines.length > 0) {
      editor.modifyDocument(() => {
        for (const line of lines) line.setAttribute('dir', 'auto')
      })
    }
    active.value = formatting.active()
    handlers.current.onEdit(() => {
      const body = writtenCopy(editor)
      return { body, html: withNamedSources(body.innerHTML) }
    })
  }

  function keys(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, isComposing } = event
    if (open.current === undefined || isComposing) return
    const { editor, formatting } = open.current
    if (emoji.takesKey(event)) return
    leaveImage(editor, event)
    const isCommand = ctrlKey || metaKey
    const command = commandOf(event)
    if (command !== undefined) formatting.format(command)
    else if (key === 'k' && isCommand) promptLink()
    else if (key !== 'Enter' || isCommand || shiftKey || !formatting.breakQuote()) {
      handlers.current.onKeyDown?.(event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function foldQuote(isFolded: boolean): void {
    quote.current?.fold(isFolded)
    isQuoteFolded.value = isFolded
  }

  function promptLink(): void {
    const present = open.current?.formatting.linkAtCaret() ?? ''
    address.value = present === '' ? 'https://' : present
  }

  useEffect(
    () => () => {
      life.current.abort()
      open.current?.editor.destroy()
    },
    [],
  )

  useRetry(isMissing.value, attempt)

  /** An error page is nothing to write in: what is typed there would become the message. */
  async function openFrame(): Promise<void> {
    const inside = messageWindowOf(frame.current)
    const code = inside === undefined ? undefined : await mailHtml.load().catch(() => undefined)
    // It may be closed before its effects ran, and then nothing ended its life.
    if (life.current.signal.aborted || messageWindowOf(frame.current) !== inside) return
    isMissing.value = code === undefined
    if (inside !== undefined && code !== undefined) start(inside, code)
  }

  function start(inside: Window & typeof globalThis, code: MailHtmlCode): void {
    const { document } = inside
    const { body } = document
    body.role = 'textbox'
    body.ariaLabel = label
    body.ariaMultiLine = 'true'
    // Before Squire's, which are at the body.
    document.addEventListener('keydown', keys, { capture: true })
    open.current?.editor.destroy()
    const { withHeldSources, withNamedSources, writableMarkup } = code
    const editor = openSquire({ window: inside, html: withHeldSources(html), writableMarkup })
    formatTypedMarkdown(editor)
    const takers = () => handlers.current
    takeFiles.current = takeIncoming({ editor, window: inside, keepsLooks, takers })
    const opened = { editor, formatting: createFormatting(editor), withNamedSources }
    open.current = opened
    editor.addEventListener('input', () => take(opened))
    followTyped(editor, emoji)
    document.addEventListener('selectionchange', () => {
      active.value = opened.formatting.active()
      image.value = selectedImage(editor)
    })
    document.addEventListener('click', ({ target }) => {
      if (target instanceof inside.HTMLImageElement) image.value = target
    })
    if (foldsQuote) quote.current = quoteFoldOf(document)
    if (quote.current !== undefined) foldQuote(true)
    if (fetchImage !== undefined) showPartImages(editor, fetchImage, life.current.signal)
    fillBody?.(body)
    followPageColors(document, window, life.current.signal)
    isDressed.value = true
    if (handle === undefined) return
    handle.current = {
      focus: () => body.focus(),
      insertText: (texts) => {
        editor.focus()
        editor.insertPlainText(texts, false)
      },
    }
  }

  return (
    <div class="editor">
      <FailureNote failure={isMissing.value ? { message: text.unreachable } : undefined} />
      <iframe
        key={attempt.value}
        ref={frame}
        hidden={isMissing.value}
        class={isDressed.value ? 'editor-frame' : 'editor-frame is-coming'}
        title={label}
        sandbox="allow-same-origin"
        src={src}
        onLoad={() => void openFrame()}
      />
      <EmojiChoices completion={emoji} />
      {isQuoteFolded.value === undefined ? null : (
        <IconButton
          icon="more"
          class="quote-toggle"
          label={
            isQuoteFolded.value ? laterText.mail.showQuotedText : laterText.mail.hideQuotedText
          }
          isExpanded={!isQuoteFolded.value}
          onClick={() => foldQuote(isQuoteFolded.value === false)}
        />
      )}
      <Tools
        active={active.value}
        address={address}
        onFormat={(command) => open.current?.formatting.format(command)}
        onColor={(kind, color) => open.current?.formatting.color(kind, color)}
        onTable={(command) => open.current?.formatting.table(command)}
        isInTable={() => open.current?.formatting.isInTable() === true}
        images={{
          selected: image.value,
          choose: addImages && (() => chooseImages((chosen) => takeFiles.current?.(chosen))),
          onResize: (size) => {
            if (open.current && image.value) resizeImage(open.current.editor, image.value, size)
          },
          onDescribe: () => open.current?.editor.saveUndoState(),
          onClose: () => {
            image.value = undefined
            open.current?.editor.focus()
          },
        }}
        onPromptLink={promptLink}
        onLink={(target) => open.current?.formatting.link(target)}
        onLeave={() => open.current?.editor.focus()}
      />
    </div>
  )
}

function useEmoji(open: { readonly current: OpenEditor | undefined }): EmojiCompletion {
  return useMemo(
    () =>
      createEmojiCompletion({
        language: () => document.documentElement.lang,
        replace(typedLength, chosen) {
          if (open.current !== undefined) replaceTyped(open.current.editor, typedLength, chosen)
        },
      }),
    [],
  )
}

/** Requests a missing document again: once the server answers, and anyone who is signed out has signed in. */
function useRetry(isMissing: boolean, attempt: Signal<number>): void {
  const { http, connection } = useApp()
  useEffect(() => {
    if (!isMissing) return undefined
    const life = new AbortController()
    const reachServer = () => http.get('keep-alive', { asksMail: true }, life.signal)
    const request = () => connection.reach(reachServer, life.signal)
    const again = () => (attempt.value += 1)
    // What it rejects with is that no caller waits any more.
    const pause = setTimeout(() => void request().then(again, () => undefined), retryMs)
    return () => {
      clearTimeout(pause)
      life.abort()
    }
  }, [isMissing, attempt.value])
}
