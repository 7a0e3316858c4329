import type Squire from 'squire-rte'

/** As wide as most programs show a message, and half of that, in pixels; an image is never drawn larger than it is. */
const WIDTHS = { small: 320, bestFit: 640, original: Number.POSITIVE_INFINITY } as const

/** How large an image is shown. */
export type WrittenSize = keyof typeof WIDTHS

export const writtenSizes = ['small', 'bestFit', 'original'] as const

/** Images that programs show within a text, as the reading side does. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** True for a file that can stand in a text. */
export function isWritable({ type }: File): boolean {
  return SHOWN.has(type)
}

/** An image that is put into what is written. */
interface NewImage {
  /** What markup names it by (mail-html/part-sources.ts). */
  readonly source: string
  readonly name: string
  readonly width: number
  readonly height: number
}

/** Where one writes, in the place of what is selected; as large as it fits. */
export function insertImage(editor: Squire, { source, name, width, height }: NewImage): void {
  const image = editor.getRoot().ownerDocument.createElement('img')
  image.setAttribute('data-part', source)
  image.setAttribute('alt', name)
  setSize(image, { width, height }, 'bestFit')
  editor.saveUndoState()
  editor.insertElement(image)
}

/** The image that is selected, alone; undefined for words and for several. */
export function selectedImage(editor: Squire): HTMLImageElement | undefined {
  const range = editor.getSelection()
  if (range.collapsed || range.toString().trim() !== '') return undefined
  const images = [...editor.getRoot().querySelectorAll('img')]
  const selected = images.filter((image) => range.intersectsNode(image))
  return selected.length === 1 ? selected[0] : undefined
}

/** The size that the image has; undefined for one that is dragged to another, or that its author has chosen. */
export function sizeOf(image: HTMLImageElement): WrittenSize | undefined {
  const width = image.getAttribute('width')
  if (image.style.width !== '') return undefined
  return writtenSizes.findLast((size) => width === String(widthOf(image.naturalWidth, size)))
}

/** What Squire lets through while an image is selected by a click; it keeps every other key from the text and from the page. */
const SQUIRE_KEYS: ReadonlySet<string> = new Set(['ArrowUp', 'ArrowDown', 'Delete', 'Backspace'])

/** Before any other key an image that was clicked is let go of: the key counts behind it. */
export function leaveImage(editor: Squire, { key }: KeyboardEvent): void {
  const image = editor.getRoot().querySelector('img[tabindex]')
  if (image === null || SQUIRE_KEYS.has(key)) return
  hideHandles(editor)
  const range = image.ownerDocument.createRange()
  range.setStartAfter(image)
  editor.setSelection(range).focus()
}

/** Squire removes its handles at a drop. */
function hideHandles(editor: Squire): void {
  editor._imageResizer.handleEvent(new Event('drop'))
}

/** One undo brings the former size back. */
export function resizeImage(editor: Squire, image: HTMLImageElement, size: WrittenSize): void {
  editor.saveUndoState()
  setSize(image, { width: image.naturalWidth, height: image.naturalHeight }, size)
  // They would stay where the former edges were.
  hideHandles(editor)
}

function widthOf(naturalWidth: number, size: WrittenSize): number {
  return Math.min(naturalWidth, WIDTHS[size])
}

/** By attributes: Outlook reads no style of an image. */
function setSize(
  image: HTMLImageElement,
  { width, height }: Pick<NewImage, 'width' | 'height'>,
  size: WrittenSize,
): void {
  const shownWidth = widthOf(width, size)
  for (const side of ['width', 'height', 'max-width']) image.style.removeProperty(side)
  if (image.getAttribute('style') === '') image.removeAttribute('style')
  image.setAttribute('width', String(shownWidth))
  image.setAttribute('height', String(Math.max(1, Math.round((height * shownWidth) / width))))
}
