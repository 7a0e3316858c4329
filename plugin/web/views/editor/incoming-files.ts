import type Squire from 'squire-rte'
import { cleanPaste, hasWords } from './clean-paste.ts'
import { holdImages, placeImages } from './pasted-images.ts'
import { insertImage, isWritable } from './written-images.ts'

/** What takes files that come into an editor. */
export interface FileTakers {
  /** Beside the text; undefined: none are taken. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
  /** Into the text. Answers what each is named by there. */
  readonly addImages?: ((files: readonly File[]) => readonly string[]) | undefined
  /** Takes the file over that another message being written names so; false: there is none. */
  readonly takeImage?: ((source: string) => boolean) | undefined
}

/** Browsers name every picture of the clipboard so, which describes none. */
const CLIPBOARD_NAME = 'image.png'

interface IncomingOptions {
  readonly editor: Squire
  readonly window: Window & typeof globalThis
  /** What is pasted keeps its colours and pictures. */
  readonly keepsLooks: boolean
  readonly takers: () => FileTakers
}

/** Handles what is pasted and dropped, before Squire does; its listeners are at the body. Answers what takes chosen files. */
export function takeIncoming(options: IncomingOptions): (files: readonly File[]) => void {
  const { editor, window, keepsLooks, takers } = options
  const { document } = window
  const parser = new window.DOMParser()

  /** What images of this text name their files by, as it was when something was taken out of it. */
  const ownSources = new Set<string>()

  function noteSources(): void {
    for (const image of editor.getRoot().querySelectorAll('img[data-part]')) {
      ownSources.add(image.getAttribute('data-part') ?? '')
    }
  }

  function taken(event: Event, files: readonly File[]): boolean {
    if (files.length === 0 || takers().onFiles === undefined) return false
    event.preventDefault()
    void take(files)
    return true
  }

  /** Images where one writes; the rest beside the text, as is what says to be an image and is none. */
  async function take(files: readonly File[]): Promise<void> {
    const beside: File[] = []
    for (const file of files) {
      const bitmap = isWritable(file) ? await createImageBitmap(file).catch(() => null) : null
      const [source] = bitmap === null ? [] : (takers().addImages?.([file]) ?? [])
      if (bitmap === null || source === undefined) beside.push(file)
      else {
        const { width, height } = bitmap
        const name = file.name === CLIPBOARD_NAME ? '' : file.name
        insertImage(editor, { source, name, width, height })
      }
      bitmap?.close()
    }
    if (beside.length > 0) takers().onFiles?.(beside)
  }

  function paste(event: ClipboardEvent): void {
    const markup = event.clipboardData?.getData('text/html') ?? ''
    if (!hasWords(markup, parser) && taken(event, [...(event.clipboardData?.files ?? [])])) {
      event.stopPropagation()
      return
    }
    if (markup === '') return
    event.preventDefault()
    event.stopPropagation()
    const { html, images } = holdImages(
      markup,
      parser,
      (source) => ownSources.has(source) || takers().takeImage?.(source) === true,
    )
    editor.insertHTML(keepsLooks ? html : cleanPaste(html, parser), true)
    placeImages(editor.getRoot(), images)
  }

  function drop(event: DragEvent): void {
    if (!taken(event, [...(event.dataTransfer?.files ?? [])])) return
    const place = placeAt(document, event)
    if (place !== undefined) editor.setSelection(place)
  }

  for (const name of ['cut', 'copy']) {
    document.addEventListener(name, noteSources, { capture: true })
  }
  document.addEventListener('paste', paste, { capture: true })
  document.addEventListener('drop', drop, { capture: true })
  return (files) => void take(files)
}

/** Undefined in browsers that cannot tell. */
function placeAt(document: Document, { clientX, clientY }: MouseEvent): Range | undefined {
  const position =
    'caretPositionFromPoint' in document ? document.caretPositionFromPoint(clientX, clientY) : null
  if (position === null) return undefined
  const range = document.createRange()
  range.setStart(position.offsetNode, position.offset)
  return range
}
