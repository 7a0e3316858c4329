/** What a sanitized HTML body needs from the outside. */
export interface FrameRequest {
  readonly html: string
  /** Absolute; what sources of images are relative to. Without it the fictional base of RFC 2557 5. */
  readonly base?: string | undefined
  /** Content-ID (without brackets) or Content-Location, as written or absolute, to a `data:` URL of the inline image. */
  readonly inlineImages: ReadonlyMap<string, string>
  /** IMAP sections of these images, named in the head of the document as `postern-shown`. */
  readonly shownParts?: readonly string[]
  /** True once the reader asked for remote images. */
  readonly showRemoteContent: boolean
  /** For a frame that the page prints: it may reach into it, and still no script runs in there. */
  readonly isPrinted?: boolean
}

/** A question for the images of a body. */
export interface ImagesRequest extends Pick<FrameRequest, 'html' | 'base'> {
  /** Content-IDs and Content-Locations, as written or absolute. */
  readonly names: readonly string[]
}

/** A whole document for the sandboxed frame. */
export interface Frame {
  readonly html: string
  /** Content-Security-Policy the document must be served with (frame-policy.ts). */
  readonly policy: string
  readonly hasRemoteContent: boolean
}

/** The words of a body. */
export interface RenderedText {
  readonly text: string
  /** Some are missing: they stand too deep within others. */
  readonly isCut: boolean
}

/** Turns untrusted bodies into something safe to show. Work that can explode runs in capped worker threads. */
export interface Renderer {
  /** Throws RenderFault when the body is too large or took too long; the caller shows plain text instead. */
  frame(request: FrameRequest, signal: AbortSignal): Promise<Frame>
  /** Which of these names images of the frame of this body have. Throws RenderFault. */
  imagesOf(request: ImagesRequest, signal: AbortSignal): Promise<readonly string[]>
  /** Readable plain text of an HTML body, for the text view and for quoting. Throws RenderFault. */
  textOf(html: string, signal: AbortSignal): Promise<RenderedText>
  /** The body as harmless markup that is written on in a message of one's own. Throws RenderFault. */
  markupOf(html: string, signal: AbortSignal): Promise<string>
  /** Starts a worker ahead of the first body: that takes a second or two. Never fails; costs nothing when one runs. */
  warm(): void
  close(): Promise<void>
}

/** A renderer for everybody. Called as it is, all are one person. */
export interface SharedRenderer extends Renderer {
  /** The same for one person, who takes turns with the others. */
  of(person: string): Renderer
}

/**
 * `busy`: it may succeed soon. `too_heavy`: it broke a limit, and will again. `no_thread`: two threads in a
 * row ended before they took it.
 */
export type RenderFaultCode = 'busy' | 'too_heavy' | 'no_thread'

/** A body could not be rendered within its limits. */
export class RenderFault extends Error {
  override readonly name = 'RenderFault'
  readonly code: RenderFaultCode

  constructor(code: RenderFaultCode, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options)
    this.code = code
  }
}
