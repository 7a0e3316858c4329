import type { FindImageName } from './image-names.ts'
import type { FrameRequest } from './renderer.ts'

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Bytes that repeated inline pictures may add to a document: one picture can be named many times. */
const MAX_INLINED_CHARACTERS = 16 * 1024 * 1024

/** Makes every link open apart and tell nothing about where it was read. */
export function dressLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a')) {
    const url = parseUrl(link.getAttribute('href') ?? '')
    if (url === undefined || !linkProtocols.has(url.protocol)) {
      link.removeAttribute('href')
      continue
    }
    link.setAttribute('href', url.href)
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
}

/**
 * Gives every image a source that may be shown: the inline part it names, its own data, or the remote
 * address when the reader asked for it, always by https. Answers whether there are remote images at all.
 */
export function dressImages(
  body: HTMLElement,
  { inlineImages, showRemoteContent }: Omit<FrameRequest, 'html'>,
  nameOf: FindImageName,
): boolean {
  let hasRemoteContent = false
  let room = MAX_INLINED_CHARACTERS
  const placed = new Set<string>()
  for (const element of body.querySelectorAll('[src]')) {
    const source =
      element.localName === 'img'
        ? readSource(element.getAttribute('src') ?? '', (src) =>
            inlineImages.get(nameOf(src) ?? ''),
          )
        : undefined
    element.removeAttribute('src')
    if (source?.kind === 'remote') hasRemoteContent = true
    if (source === undefined || (source.kind === 'remote' && !showRemoteContent)) continue
    // The first place of an image is always filled: else it would be neither shown nor listed.
    const isRepeated = placed.has(source.url)
    placed.add(source.url)
    if (isRepeated && source.kind === 'inline') room -= source.url.length
    if (!isRepeated || room >= 0) element.setAttribute('src', source.url)
  }
  return hasRemoteContent
}

/** The names of images that the images of a sanitized body have as their source. */
export function namedImages(body: HTMLElement, nameOf: FindImageName): readonly string[] {
  const sources = [...body.querySelectorAll('img[src]')].map(
    (image) => image.getAttribute('src') ?? '',
  )
  return [...new Set(sources.map(nameOf).filter((name) => name !== undefined))]
}

interface ImageSource {
  readonly kind: 'inline' | 'remote'
  readonly url: string
}

function readSource(
  text: string,
  inlineImage: (source: string) => string | undefined,
): ImageSource | undefined {
  const named = inlineImage(text)
  if (named !== undefined) return inline(named)
  const url = parseUrl(text)
  if (url === undefined) return undefined
  switch (url.protocol) {
    case 'data:':
      return inline(text.trim())
    case 'http:':
      // The policy of the frame allows https only; browsers upgrade images the same way.
      url.protocol = 'https:'
      return { kind: 'remote', url: url.href }
    case 'https:':
      return { kind: 'remote', url: url.href }
    default:
      return undefined
  }
}

function inline(url: string | undefined): ImageSource | undefined {
  const isPicture =
    url !== undefined && /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif);base64,/i.test(url)
  return isPicture ? { kind: 'inline', url } : undefined
}

/** As a browser would read it in a document without a base; `//host` is taken as https. */
function parseUrl(text: string): URL | undefined {
  const absolute = text.trim().startsWith('//') ? `https:${text.trim()}` : text
  return URL.canParse(absolute) ? new URL(absolute) : undefined
}
