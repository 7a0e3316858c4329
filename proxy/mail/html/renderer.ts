import { frameDocument } from './frame-document.ts'
import { framePolicy } from './frame-policy.ts'
import { namedImages } from './named-images.ts'
import { outgoingMarkup, quotableMarkup } from './outgoing-markup.ts'
import type { FrameRequest, ImagesRequest } from './requests.ts'
import { plainText } from './plain-text.ts'

/** A whole document for the sandboxed frame. */
export interface Frame {
  readonly html: string
  /** Content-Security-Policy the document must be served with (frame-policy.ts). */
  readonly policy: string
}

/**
 * Turns untrusted bodies into something harmless: a tag at a time, in work that grows with their length alone, with
 * turns for everybody else in between. Throws the reason of the signal.
 */
export interface Renderer {
  /** Throws BodyTooLarge; the caller shows plain text instead. */
  frame(request: FrameRequest, signal: AbortSignal): Promise<Frame>
  /** Which of these names images of the frame of this body have. Throws BodyTooLarge. */
  imagesOf(request: ImagesRequest, signal: AbortSignal): Promise<readonly string[]>
  /** Readable plain text of an HTML body of any size, for the text view and for quoting. */
  textOf(html: string, signal: AbortSignal): Promise<string>
  /** The body as harmless markup that is written on in a message of one's own. Throws BodyTooLarge. */
  markupOf(html: string, signal: AbortSignal): Promise<string>
  /** The same with the styles of its author, which the editor puts onto its elements. Throws BodyTooLarge. */
  quotableOf(html: string, signal: AbortSignal): Promise<string>
}

/** A body is larger than what is shown as it looks. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** A renderer that takes bodies of so many bytes. */
export function createRenderer(maxHtmlBytes = 2 * 1024 * 1024): Renderer {
  const refuseTooLarge = (html: string): void => {
    if (Buffer.byteLength(html) <= maxHtmlBytes) return
    throw new BodyTooLarge(`The body is larger than ${maxHtmlBytes} bytes`)
  }
  return {
    async frame(request, signal) {
      refuseTooLarge(request.html)
      return { html: await frameDocument(request, signal), policy: framePolicy(request) }
    },
    async imagesOf(request, signal) {
      refuseTooLarge(request.html)
      return namedImages(request, signal)
    },
    textOf: plainText,
    async markupOf(html, signal) {
      refuseTooLarge(html)
      return outgoingMarkup(html, signal)
    },
    async quotableOf(html, signal) {
      refuseTooLarge(html)
      return quotableMarkup(html, signal)
    },
  }
}
