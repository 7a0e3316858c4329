import type { FindImageName } from './image-names.ts'
import { NAME_PREFIX } from './name-prefix.ts'
import type { FrameRequest } from './requests.ts'

const linkProtocols: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Bytes that repeated inline pictures may add to a document: one picture can be named many times. */
const MAX_INLINED_CHARACTERS = 16 * 1024 * 1024

/** A longer `<base>` is no address, and every link would have it. */
const MAX_BASE_CHARACTERS = 2_048

/** What browsers show a picture behind by an attribute. */
export const backgroundElements: ReadonlySet<string> = new Set(['body', 'table', 'td', 'th'])

type Attribute = readonly [name: string, value: string]

/** What a link of a frame goes out with: it opens apart and says nothing about where it was read. */
export function dressedLink(href: string, base: URL | undefined): readonly Attribute[] {
  const text = href.trim()
  // Within the document; nothing else has these names.
  if (text.startsWith('#')) return text === '#' ? [] : [['href', `#${NAME_PREFIX}${text.slice(1)}`]]
  const url = parseUrl(text, base)
  if (url === undefined || !linkProtocols.has(url.protocol)) return []
  return [
    ['href', url.href],
    ['target', '_blank'],
    ['rel', 'noopener noreferrer'],
  ]
}

/** The address in `<base href>` of a mail, which its relative links are of. */
export function baseOf(href: string): URL | undefined {
  const base = href.length > MAX_BASE_CHARACTERS ? undefined : parseUrl(href)
  return base?.protocol === 'http:' || base?.protocol === 'https:' ? base : undefined
}

/**
 * Finds the source an image may be shown from: the inline part it names, its own data, or the remote address when
 * the reader requested it, always by https.
 */
export function findImages(
  { inlineImages, showRemoteContent }: Pick<FrameRequest, 'inlineImages' | 'showRemoteContent'>,
  nameOf: FindImageName,
): (source: string, base: URL | undefined) => string | undefined {
  let room = MAX_INLINED_CHARACTERS
  const positioned = new Set<string>()
  return (source, base) => {
    const data = inlineImages.get(nameOf(source) ?? '') ?? source.trim()
    if (!isPicture(data)) return showRemoteContent ? remoteSource(data, base) : undefined
    // The first place of an image is always filled: else it would be neither shown nor listed.
    const isRepeated = positioned.has(data)
    positioned.add(data)
    if (isRepeated) room -= data.length
    return !isRepeated || room >= 0 ? data : undefined
  }
}

/** The policy of the frame allows https only; browsers upgrade images the same way. */
function remoteSource(text: string, base: URL | undefined): string | undefined {
  const url = parseUrl(text, base)
  if (url?.protocol === 'http:') url.protocol = 'https:'
  return url?.protocol === 'https:' ? url.href : undefined
}

/** True for the data of a picture that browsers show, and that runs nothing. */
export function isPicture(url: string): boolean {
  return /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif);base64,/i.test(url)
}

/** As a browser would read it; without a base `//host` is taken as https. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  const absolute =
    base === undefined && text.trim().startsWith('//') ? `https:${text.trim()}` : text
  return URL.canParse(absolute, base) ? new URL(absolute, base) : undefined
}
