import type { InlineImage } from './outgoing-message.ts'

/** An image of filtered markup whose bytes stand in it, as it is rewritten there. */
const EMBEDDED_IMAGE =
  /(<img(?:\s[^\s=>"]+(?:="[^"]*")?)*?\ssrc=")data:image\/([a-z]+);base64,([^"]*)"/gi

interface DetachedImages {
  readonly html: string
  readonly images: readonly InlineImage[]
}

/**
 * Markup whose images are parts of its message, as all programs show them: Gmail and Outlook leave out an image whose bytes
 * stand in the markup (RFC 2397). `newContentId` makes a name that no other message has.
 */
export function detachImages(html: string, newContentId: () => string): DetachedImages {
  const images = new Map<string, InlineImage & { readonly contentId: string }>()
  const detached = html.replace(
    EMBEDDED_IMAGE,
    (_image, before: string, kind: string, base64: string) => {
      const known = images.get(base64)
      const contentId = known?.contentId ?? newContentId()
      if (known === undefined) images.set(base64, partOf({ kind, base64, contentId }, images.size))
      return `${before}cid:${contentId}"`
    },
  )
  return { html: detached, images: [...images.values()] }
}

interface EmbeddedImage {
  readonly kind: string
  readonly base64: string
  readonly contentId: string
}

function partOf({ kind, base64, contentId }: EmbeddedImage, index: number) {
  const type = kind.toLowerCase().replace('jpg', 'jpeg')
  return {
    filename: `image${index + 1}.${type === 'jpeg' ? 'jpg' : type}`,
    type: `image/${type}`,
    content: Buffer.from(base64, 'base64'),
    contentId,
    contentLocation: undefined,
  }
}
