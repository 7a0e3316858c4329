import type { MessagePart } from '../../../proxy/mail/index.ts'

/** An image of filtered markup, as it is rewritten there, whose source is a part of a message (RFC 2392). */
const NAMED_IMAGE =
  /<img(?:\s[^\s=>"]+(?:="[^"]*")?)*?\ssrc="(cid:[^"]*)"(?:\s[^\s=>"]+(?:="[^"]*")?)*>/gi

/** A part of a message that images of markup show. */
export interface NamedImage {
  readonly part: MessagePart
  /** As their `src` says it, without escapes. */
  readonly source: string
}

/** Markup with the parts of its message that its images show; images of parts that are not there are left out of it. */
export interface MarkupWithImages {
  readonly html: string
  readonly images: readonly NamedImage[]
}

/** Finds the parts that images of filtered markup name by Content-ID. Of parts with one name the first has it. */
export function withNamedImages(html: string, parts: readonly MessagePart[]): MarkupWithImages {
  const images = new Map<string, NamedImage>()
  const remaining = html.replace(NAMED_IMAGE, (image: string, written: string) => {
    const source = written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
    const part = namedPart(source, parts)
    if (part === undefined) return ''
    images.set(source, { part, source })
    return image
  })
  return { html: remaining, images: [...images.values()] }
}

/** True where filtered markup has images of parts. */
export function hasNamedImages(html: string): boolean {
  return html.search(NAMED_IMAGE) !== -1
}

/** The part that the source of an image names. */
export function namedPart(source: string, parts: readonly MessagePart[]): MessagePart | undefined {
  const name = contentIdOf(source)
  return parts.find(({ contentId }) => contentId === name)
}

/** The Content-ID is percent-encoded in the URL; of what is no encoding at all it is meant literally. */
function contentIdOf(source: string): string {
  const name = source.slice('cid:'.length)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
