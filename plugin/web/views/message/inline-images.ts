/** Images that are fetched at the same time; each is a request of its own. */
const maxFetched = 4

/**
 * Gives images of a body that are parts of the message their pictures, until the signal is aborted. One that can not be
 * had, or is none, stays without; it is an image that is missing, as in every mail program. Resolves once all are there.
 */
export async function showImages(
  images: ReadonlyMap<string, readonly Element[]>,
  fetchPart: (part: string) => Promise<Blob>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...images]
  const urls: string[] = []
  signal.addEventListener('abort', () => urls.forEach((url) => URL.revokeObjectURL(url)))

  async function showNext(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [part, locations] = next
      const picture = await fetchPart(part).then(pictureOf, () => undefined)
      if (signal.aborted) return
      if (picture === undefined) continue
      const url = URL.createObjectURL(picture)
      urls.push(url)
      for (const index of locations) index.setAttribute('src', url)
    }
  }

  await Promise.all(Array.from({ length: maxFetched }, showNext))
}

/** By its first bytes, whatever type it was declared as; undefined for what is none of the images that are shown. */
async function pictureOf(blob: Blob): Promise<Blob | undefined> {
  const start = new Uint8Array(await blob.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...start)
  const type = signatures.find(([, signature]) => signature.test(text))?.[0]
  return type === undefined ? undefined : new Blob([blob], { type })
}

/** Each byte as a character (MIME Sniffing 6.1). */
const signatures: readonly (readonly [type: string, signature: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/bmp', /^BM/],
]
