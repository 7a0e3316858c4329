import type { NativeListedPart, NativeMessage } from '../../wire/native/types.ts'
import { darken, type DarkColors } from './dark/darken.ts'
import { findImagePart } from './image-parts.ts'
import { markOtherHosts } from './link-hosts.ts'
import { sanitize } from './sanitize.ts'

/** What is shown of a message. */
export interface FrameContent {
  readonly html: NonNullable<NativeMessage['html']>
  readonly attachments: readonly NativeListedPart[]
  /** True once the reader requested images of other servers. */
  readonly showsRemote: boolean
  /** In the dark: those of the page. */
  readonly dark?: DarkColors | undefined
}

/** What a filled frame shows. */
export interface FilledFrame {
  /** True where there are images of other servers, shown or not. */
  readonly hasRemoteContent: boolean
  /** Parts of the message that are images of its body, by id, with their places in the frame. */
  readonly images: ReadonlyMap<string, readonly Element[]>
  /** True where it has other colours than its sender gave it. */
  readonly isDarkened: boolean
}

/** Puts the body of a message, sanitized, into the empty document of a frame (plugin/http/assets/message-frame.ts). */
export function fillFrame(
  window: Window & typeof globalThis,
  { html: { content, base }, attachments, showsRemote, dark }: FrameContent,
): FilledFrame {
  const { document } = window
  const partOf = findImagePart(attachments, base)
  const sanitized = sanitize(content, window, { base, showsRemote, partOf })
  const { documentElement: root, head } = document
  for (const text of sanitized.styles.filter((rules) => rules !== '')) {
    const style = document.createElement('style')
    style.textContent = text
    head.append(style)
  }
  if (sanitized.root.lang !== null) root.lang = sanitized.root.lang
  // Mail that does not say its direction has that of its first words.
  root.dir = sanitized.root.dir ?? 'auto'
  // A document as high as its window would grow with the frame for ever.
  for (const name of ['height', 'min-height']) root.style.setProperty(name, 'auto', 'important')
  // The very nodes that were judged: nothing is written out and parsed again (CVE-2024-42009).
  const body = document.adoptNode(sanitized.body)
  markOtherHosts(body)
  document.body.replaceWith(body)
  const images = new Map<string, Element[]>()
  for (const { element, part } of sanitized.images) {
    const locations = images.get(part)
    if (locations === undefined) images.set(part, [element])
    else locations.push(element)
  }
  const isDarkened = dark !== undefined && darken(window, dark)
  return { hasRemoteContent: sanitized.hasRemoteContent, images, isDarkened }
}
