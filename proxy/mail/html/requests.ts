/** What an HTML body needs from the outside to become a document. */
export interface FrameRequest {
  readonly html: string
  /** Absolute; what sources of images are relative to. Without it the fictional base of RFC 2557 5. */
  readonly base?: string | undefined
  /** Content-ID (without brackets) or Content-Location, as written or absolute, to a `data:` URL of the inline image. */
  readonly inlineImages: ReadonlyMap<string, string>
  /** True once the reader requested remote images. */
  readonly showRemoteContent: boolean
}

/** A question for the images of a body. */
export interface ImagesRequest extends Pick<FrameRequest, 'html' | 'base'> {
  /** Content-IDs and Content-Locations, as written or absolute. */
  readonly names: readonly string[]
}
