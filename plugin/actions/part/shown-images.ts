import {
  BodyTooLarge,
  type FrameRequest,
  type MailboxName,
  type Message,
  type MessagePart,
  resolveLocation,
} from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { isPictureTooLarge } from './picture-size.ts'
import { pictureType } from './picture-type.ts'
import { readWithin } from './read-parts.ts'

/** An image of the message that its HTML body shows. */
export interface ShownImage {
  readonly part: MessagePart
  /** What the body refers to it by: its Content-ID, or its Content-Location as written or absolute. */
  readonly names: readonly string[]
}

/**
 * The images the frame shows: the sanitized body refers to them, their type can be shown, and they are
 * within the limits. Told from the sizes the mail server gives, so that what is listed and what the frame
 * shows always agree.
 */
export async function shownImages(
  message: Message,
  context: Pick<ReadingContext, 'renderer' | 'signal' | 'limits'>,
): Promise<readonly ShownImage[]> {
  const { inlineImageBytes, inlineImagesBytes } = context.limits
  let leftBytes = inlineImagesBytes
  const shown: ShownImage[] = []
  for (const image of await referredImages(message, context)) {
    const { type, size } = image.part
    if (!isMaybePicture(type) || size > Math.min(inlineImageBytes, leftBytes)) continue
    leftBytes -= size
    shown.push(image)
  }
  return shown
}

/**
 * The parts that may be images of the HTML body, with what it may name each by, within the limits. Its sender may have
 * said of one no more than that it is bytes: the bytes tell.
 */
export function namedImages(
  { html, inlineParts }: Pick<Message, 'html' | 'inlineParts'>,
  { inlineImageBytes, inlineImagesBytes }: Limits,
): ReadonlyMap<MessagePart, readonly string[]> {
  const named = new Map<MessagePart, readonly string[]>()
  if (html === undefined) return named
  const namesOf = namesFinder(html, inlineParts)
  const taken = new Set<string>()
  let leftBytes = inlineImagesBytes
  for (const part of inlineParts) {
    // Of parts with one name the first has it, whether it can be shown or not.
    const names = namesOf(part).filter((name) => !taken.has(name))
    for (const name of names) taken.add(name)
    const isWithin = part.size <= Math.min(inlineImageBytes, leftBytes)
    if (names.length === 0 || !isMaybePicture(part.type) || !isWithin) continue
    leftBytes -= part.size
    named.set(part, names)
  }
  return named
}

type Limits = Pick<ReadingContext['limits'], 'inlineImageBytes' | 'inlineImagesBytes'>

/** All images that the sanitized body refers to where its message is forwarded: nothing reports its base there. */
export function forwardedImages(
  message: Message,
  context: Pick<ReadingContext, 'renderer' | 'signal'>,
): Promise<readonly ShownImage[]> {
  return referredImages({ ...message, htmlBase: undefined }, context, { isMoved: true })
}

/** All images the sanitized body refers to, whether they can be shown or not. None of a body that breaks a limit. */
async function referredImages(
  { html, htmlBase, inlineParts }: Message,
  { renderer, signal }: Pick<ReadingContext, 'renderer' | 'signal'>,
  { isMoved = false }: { readonly isMoved?: boolean } = {},
): Promise<readonly ShownImage[]> {
  if (html === undefined) return []
  const owners = new Map<string, MessagePart>()
  const namesOf = namesFinder(html, inlineParts)
  for (const part of inlineParts) {
    const moved = isMoved ? { ...part, locationBase: undefined } : part
    // Of parts with one name the first has it.
    for (const name of namesOf(moved)) if (!owners.has(name)) owners.set(name, part)
  }
  if (owners.size === 0) return []
  try {
    const request = { html, base: htmlBase, names: [...owners.keys()] }
    const referred = await renderer.imagesOf(request, signal)
    return inlineParts
      .map((part) => ({ part, names: referred.filter((name) => owners.get(name) === part) }))
      .filter(({ names }) => names.length > 0)
  } catch (error) {
    if (error instanceof BodyTooLarge) return []
    throw error
  }
}

/** The images of a document as `data:` URLs, by what the body names them. */
export async function inlineImages(
  mailbox: MailboxName,
  { uidValidity, row }: Message,
  images: readonly ShownImage[],
  { account, signal }: ReadingContext,
): Promise<FrameRequest['inlineImages']> {
  const urls = new Map<string, string>()
  if (images.length === 0) return urls
  const ids = images.map(({ part }) => part.id)
  const options = { signal, uidValidity }
  const found = await account.parts(mailbox, row.summary.uid, ids, options)
  const streams = new Map(found.map(({ part, stream }) => [part.id, stream]))
  for (const { part, names } of images) {
    const stream = streams.get(part.id)
    const content = stream && (await readWithin(stream, SIZE_TOLERANCE * part.size))
    const type = content && (isShownInline(part.type) ? part.type : pictureType(content))
    if (content === undefined || type === undefined || isPictureTooLarge(content)) continue
    const url = `data:${type};base64,${content.toString('base64')}`
    for (const name of names) urls.set(name, url)
  }
  return urls
}

/** A size is told for the default lines of base64; longer ones hold a little more. */
const SIZE_TOLERANCE = 2

/** Looked through at most for the names of all parts: anyone who serves everybody does nothing else meanwhile. */
const MAX_SEARCHED_CHARS = 64 * 1024 * 1024

/**
 * Finds what a part may be named by in a body, where its words stand there at all: the default file beside an HTML
 * body costs no rendering then (RFC 2392: `cid:` and maybe percent-encoded). A message of very many images beside a
 * long body is not looked through: the renderer tells, within limits of its own.
 */
function namesFinder(
  html: string,
  parts: readonly MessagePart[],
): (part: MessagePart) => readonly string[] {
  const isSearched = html.length * parts.length <= MAX_SEARCHED_CHARS
  const mayStand = (name: string) => !isSearched || stands(name, html)
  return ({ contentId, contentLocation, locationBase }) => {
    const written = [contentId ?? '', contentLocation ?? ''].filter(
      (name) => name !== '' && mayStand(name),
    )
    const location =
      contentLocation === undefined ? undefined : resolveLocation(contentLocation, locationBase)
    const isMaybeNamed = location !== undefined && mayStand(lastSegment(location))
    return [...new Set(isMaybeNamed ? [...written, location] : written)]
  }
}

function stands(name: string, html: string): boolean {
  return [name, encodeURIComponent(name), name.replaceAll('&', '&amp;')].some((text) =>
    html.includes(text),
  )
}

/** Of the path: what every way to write an address has in common, but for its encoding. */
function lastSegment(location: string): string {
  const segment = new URL(location).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * Raster images that a browser may show from our own origin. Everything else is only ever saved: SVG,
 * HTML, XML and PDF can carry script (Roundcube: CVE-2024-42008).
 */
const SHOWN_INLINE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
])

/** Some programs say of every file no more than that it is one; its bytes tell whether it is a picture. */
function isMaybePicture(type: string): boolean {
  return isShownInline(type) || type === 'application/octet-stream'
}

/** True for a type that may be shown in the page. */
export function isShownInline(type: string): boolean {
  return SHOWN_INLINE.has(type)
}

/** The type a part is sent as: its own where it is harmless, else bytes that no browser opens. */
export function servedType(type: string): string {
  return isShownInline(type) ? type : 'application/octet-stream'
}
