import type { MessagePart } from '../../../proxy/mail/index.ts'

/** An image of filtered markup, as it is rewritten there, whose source is a part of a message (RFC 2392). */
const NAMED_IMAGE =
  /<img(?:\s[^\s=>"]+(?:="[^"]*")?)*?\ssrc="(cid:[^"]*)"(?:\s[^\s=>"]+(?:="[^"]*")?)*>/gi

/** What images of markup can show. */
type Named = Pick<MessagePart, 'contentId'>

/** A part of a message that images of markup show. */
export interface NamedImage<Part extends Named = MessagePart> {
  readonly part: Part
  /** As their `src` says it, without escapes. */
  readonly source: string
}

/** Markup with the parts of its message that its images show; images of parts that are not there are left out of it. */
export interface MarkupWithImages<Part extends Named = MessagePart> {
  readonly html: string
  readonly images: readonly NamedImage<Part>[]
}

/** Finds the parts that images of filtered markup name by Content-ID. Of parts with one name the first has it. */
export function withNamedImages<Part extends Named>(
  html: string,
  parts: readonly Part[],
): MarkupWithImages<Part> {
  const images = new Map<string, NamedImage<Part>>()
  const remaining = html.replace(NAMED_IMAGE, (image: string, written: string) => {
    const source = unescaped(written)
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

/** The Content-IDs that images of filtered markup name. */
export function namedContentIds(html: string): readonly string[] {
  return Array.from(html.matchAll(NAMED_IMAGE), ([, written = '']) =>
    contentIdOf(unescaped(written)),
  )
}

function unescaped(written: string): string {
  return written.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** The part that the source of an image names. */
export function namedPart<Part extends Named>(
  source: string,
  parts: readonly Part[],
): Part | undefined {
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
