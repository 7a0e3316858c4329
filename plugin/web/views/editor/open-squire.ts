import type Squire from 'squire-rte'
import { squireIn } from 'squire-rte/in-frame'
import type { MailHtmlCode } from '../../state/message/mail-html.ts'

/** From this many bytes of markup on, only so many steps can be undone: each is a copy of the whole. */
const LARGE_BYTES = 100_000
const MAX_STEPS_OF_LARGE = 50

/** Those of Squire that mean something else in a browser or in mail. */
const REPLACED_KEYS = ['PageUp', 'PageDown', 'Ctrl-d', 'Meta-d'] as const

/** Squire's own defaults. */
const COLOR_CLASSES = {
  color: 'color',
  fontFamily: 'font',
  fontSize: 'size',
  highlight: 'highlight',
} as const

interface SquireOptions {
  readonly window: Window & typeof globalThis
  /** What is written in first; it was sanitized when it came from others. */
  readonly html: string
  /** The sanitizer of what is inserted. */
  readonly writableMarkup: MailHtmlCode['writableMarkup']
}

/** The editor on the body of a frame, whose first step of undo is what is in it. */
export function openSquire({ window, html, writableMarkup }: SquireOptions): Squire {
  const { document } = window
  const EditorOfFrame = squireIn(window)
  const editor = new EditorOfFrame(document.body, {
    blockAttributes: { dir: 'auto' },
    tagAttributes: { ul: { dir: 'auto' }, ol: { dir: 'auto' }, blockquote: { dir: 'auto' } },
    classNames: COLOR_CLASSES,
    undo: { documentSizeThreshold: LARGE_BYTES, undoLimit: MAX_STEPS_OF_LARGE },
    addLinks: false,
    sanitizeToDOMFragment(markup) {
      const template = document.createElement('template')
      template.innerHTML = markup === '' ? '' : writableMarkup(markup, window, { isPasted: true })
      return document.importNode(template.content, true)
    },
    didError(error: unknown) {
      throw error
    },
  })
  // Squire places the handles of an image within it.
  document.body.style.position = 'relative'
  for (const key of REPLACED_KEYS) editor.setKeyHandler(key, null)
  // `setHTML` would clean what others wrote, and a signature is found by its exact markup.
  editor._setRawHTML(html)
  markColors(document.body)
  editor._undoStack = [editor._getRawHTML()]
  return editor
}

/** A draft that was stored has no classes, and by them Squire finds the spans that a colour takes the place of. */
function markColors(body: HTMLElement): void {
  const { color, highlight } = COLOR_CLASSES
  for (const span of body.querySelectorAll<HTMLElement>('span[style]')) {
    if (span.style.length > 1) continue
    if (span.style.color !== '') span.classList.add(color)
    if (span.style.backgroundColor !== '') span.classList.add(highlight)
  }
}
