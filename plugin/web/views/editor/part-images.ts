import type Squire from 'squire-rte'

/** Bytes of the part that the source of an image names. Rejects where there are none. */
export type FetchImage = (source: string, signal: AbortSignal) => Promise<Blob>

/**
 * Shows images of what is written that are parts of a message, one after the other, also those that are inserted later or
 * that undo brings back. None of that is an edit. One that cannot be had stays without its picture, and in the message.
 */
export function showPartImages(editor: Squire, fetchImage: FetchImage, signal: AbortSignal): void {
  const urls = new Map<string, string>()
  const hidden = () =>
    [...editor.getRoot().querySelectorAll('img[data-part]:not([src])')].map(
      (image) => [image, image.getAttribute('data-part') ?? ''] as const,
    )
  const show = (): void => {
    const known = hidden().filter(([, source]) => urls.has(source))
    if (known.length === 0) return
    editor.modifyDocument(() => {
      for (const [image, source] of known) image.setAttribute('src', urls.get(source) ?? '')
    })
  }
  const requested = new Set<string>()
  const fetchAll = async (): Promise<void> => {
    for (const [, source] of hidden()) {
      if (requested.has(source)) continue
      requested.add(source)
      const picture = await fetchImage(source, signal).catch(() => undefined)
      if (signal.aborted) return
      if (picture === undefined) continue
      urls.set(source, URL.createObjectURL(picture))
      show()
    }
  }
  signal.addEventListener('abort', () => urls.forEach((url) => URL.revokeObjectURL(url)))
  editor.addEventListener('input', () => {
    if (hidden().length === 0) return
    show()
    void fetchAll()
  })
  void fetchAll()
}
