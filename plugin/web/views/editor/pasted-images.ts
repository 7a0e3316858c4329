/** Stands for an image while markup is cleaned; of the private use area, which no one writes with (Unicode 23.5). */
const PLACE = /\uE000(\d+)\uE000/
/** Of an image that is pasted; the rest is the editor's. */
const ATTRIBUTES = ['data-part', 'alt', 'width', 'height'] as const

/** Markup whose images have left a mark at their places. */
export interface HeldImages {
  readonly html: string
  readonly images: readonly Element[]
}

/**
 * Takes images out of markup before it is cleaned of what others copied: those that `mayStand` knows by what they name
 * their file by.
 */
export function holdImages(
  markup: string,
  parser: DOMParser,
  mayStand: (source: string) => boolean,
): HeldImages {
  const { body } = parser.parseFromString(markup, 'text/html')
  const images = [...body.querySelectorAll('img[data-part]')].filter((image) =>
    mayStand(image.getAttribute('data-part') ?? ''),
  )
  for (const [index, image] of images.entries()) image.replaceWith(`\uE000${index}\uE000`)
  return images.length === 0 ? { html: markup, images } : { html: body.innerHTML, images }
}

/** Puts them where their marks are now, without what they were shown by. */
export function placeImages(root: HTMLElement, images: readonly Element[]): void {
  if (images.length === 0) return
  const { ownerDocument } = root
  const walker = ownerDocument.createTreeWalker(root, SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const [mark, index] = PLACE.exec(node.textContent ?? '') ?? []
    const held = images[Number(index)]
    if (mark === undefined || held === undefined) continue
    const image = ownerDocument.createElement('img')
    for (const name of ATTRIBUTES) {
      const value = held.getAttribute(name)
      if (value !== null) image.setAttribute(name, value)
    }
    const range = ownerDocument.createRange()
    const start = (node.textContent ?? '').indexOf(mark)
    range.setStart(node, start)
    range.setEnd(node, start + mark.length)
    range.deleteContents()
    range.insertNode(image)
    walker.currentNode = image
  }
}

/** `NodeFilter.SHOW_TEXT` (DOM 6.3). */
const SHOW_TEXT = 4
