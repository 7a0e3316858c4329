import type { Message, MessagePart } from '../../proxy/mail/account.ts'
import type { FrameRequest } from '../../proxy/mail/render/renderer.ts'
import type { ActionContext } from './action.ts'
import { isShownInline } from './content-type.ts'
import { readWithin } from './read-within.ts'
import { isTooHeavy } from './readable-text.ts'

/** An image of the message that its HTML body shows. */
export interface ShownImage {
  readonly part: MessagePart
  /** What the body refers to it by: its Content-ID or Content-Location. */
  readonly name: string
}

/**
 * The images the frame shows: the sanitized body refers to them, their type can be shown, and they are
 * within the limits. Told from the sizes the mail server gives, so that what is listed and what the frame
 * shows always agree.
 */
export async function shownImages(
  message: Message,
  context: Pick<ActionContext, 'renderer' | 'signal' | 'limits'>,
): Promise<readonly ShownImage[]> {
  const { inlineImageBytes, inlineImagesBytes } = context.limits
  let leftBytes = inlineImagesBytes
  const shown: ShownImage[] = []
  for (const image of await referredImages(message, context)) {
    const { type, size } = image.part
    if (!isShownInline(type) || size > Math.min(inlineImageBytes, leftBytes)) continue
    leftBytes -= size
    shown.push(image)
  }
  return shown
}

/** The parts of which the frame may show an image; all others it shows none of. */
export function maybeShownParts(
  { html, inlineParts }: Message,
  { inlineImageBytes }: ActionContext['limits'],
): ReadonlySet<MessagePart> {
  if (html === undefined) return new Set()
  const isPossible = (part: MessagePart) =>
    isShownInline(part.type) && part.size <= inlineImageBytes && namesIn(html, part).length > 0
  return new Set(inlineParts.filter(isPossible))
}

/** All images the sanitized body refers to, whether they can be shown or not. None of a body that breaks a limit. */
export async function referredImages(
  { html, inlineParts }: Message,
  { renderer, signal }: Pick<ActionContext, 'renderer' | 'signal'>,
): Promise<readonly ShownImage[]> {
  if (html === undefined) return []
  const named = inlineParts.flatMap((part) => namesIn(html, part).map((name) => ({ part, name })))
  if (named.length === 0) return []
  try {
    const names = new Set(named.map(({ name }) => name))
    const referred = new Set(await renderer.imagesOf(html, [...names], signal))
    return named.filter(
      ({ part, name }, place) =>
        referred.has(name) &&
        !named.slice(0, place).some((other) => other.name === name || other.part === part),
    )
  } catch (error) {
    if (isTooHeavy(error)) return []
    throw error
  }
}

/** What a frame needs of its images: `data:` URLs by what the body names them, and their sections. */
export async function inlineImages(
  mailbox: string,
  { uidValidity, row }: Message,
  images: readonly ShownImage[],
  { account, signal }: ActionContext,
): Promise<Required<Pick<FrameRequest, 'inlineImages' | 'shownParts'>>> {
  const urls = new Map<string, string>()
  const shownParts: string[] = []
  if (images.length === 0) return { inlineImages: urls, shownParts }
  const ids = images.map(({ part }) => part.id)
  const options = { signal, uidValidity }
  const found = await account.parts(mailbox, row.summary.uid, ids, options)
  const streams = new Map(found.map(({ part, stream }) => [part.id, stream]))
  for (const { part, name } of images) {
    const stream = streams.get(part.id)
    const content = stream && (await readWithin(stream, SIZE_TOLERANCE * part.size))
    if (content === undefined) continue
    urls.set(name, `data:${part.type};base64,${content.toString('base64')}`)
    shownParts.push(part.id)
  }
  return { inlineImages: urls, shownParts }
}

/** A size is told for the usual lines of base64; longer ones hold a little more. */
const SIZE_TOLERANCE = 2

/**
 * What the part is named by in a body, where its words stand there at all: the usual file beside an HTML
 * body costs no rendering then (RFC 2392: `cid:` and maybe percent-encoded).
 */
function namesIn(html: string, { contentId, contentLocation }: MessagePart): readonly string[] {
  return [contentId ?? '', contentLocation ?? ''].filter(
    (name) =>
      name !== '' &&
      [name, encodeURIComponent(name), name.replaceAll('&', '&amp;')].some((text) =>
        html.includes(text),
      ),
  )
}
