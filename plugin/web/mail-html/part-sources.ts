// An image whose source is a part of a message is `src="cid:…"` where a message is written out, and `data-part="cid:…"` in a
// document: a browser would request the address, and complain that it may not.

/** As a browser writes out an image. */
const IMAGE = /<img(?:\s[^\s=>"]+(?:="[^"]*")?)*>/gi

/** Markup with such images as a document may have them. */
export function withHeldSources(html: string): string {
  return html.replace(IMAGE, (image) => image.replace(/\ssrc="(cid:[^"]*)"/i, ' data-part="$1"'))
}

/** Markup of such a document as a message has it. */
export function withNamedSources(html: string): string {
  return html.replace(IMAGE, (image) => {
    if (!image.includes(' data-part="')) return image
    return image.replace(/\ssrc="[^"]*"/i, '').replace(' data-part="', ' src="')
  })
}
