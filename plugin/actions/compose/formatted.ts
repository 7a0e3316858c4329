import {
  BodyTooLarge,
  type Message,
  textParagraph,
  writtenAbove,
} from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { isReadInPart } from './forwarded-original.ts'
import { quoteLine, type ReaderLocale } from './quoting.ts'

const EMPTY_LINE = '<div dir="auto"><br></div>'

type Services = Pick<ReadingContext, 'renderer' | 'signal'>

/** What a formatted reply starts with: who wrote when, and the message as it looks in a quote. */
export async function quotedMarkup(
  message: Message,
  text: string,
  { reader, ...services }: Services & { readonly reader: ReaderLocale | undefined },
): Promise<string> {
  const { html, row } = message
  const known = html === undefined || isReadInPart(message) ? undefined : html
  const markup = known === undefined ? undefined : await markupUnlessTooLarge(known, services)
  const original = markup ?? textParagraph(text.trimEnd())
  const line = textParagraph(quoteLine(row.summary, reader))
  return `${EMPTY_LINE}${EMPTY_LINE}${line}<blockquote type="cite">${original.trim()}</blockquote>`
}

/**
 * The markup of a stored draft that was written with its looks, here or by another program; undefined for one whose
 * plain form is what was written, and for one that is too large to be written on.
 */
export async function draftMarkup(
  message: Message,
  services: Services,
): Promise<string | undefined> {
  const { html, composeId, isFormatted = false, hasOriginal = false } = message
  if (html === undefined || isReadInPart(message)) return undefined
  // A plain draft of ours has HTML as well: for its signature, and for what it forwards.
  if (composeId !== undefined && !isFormatted) return undefined
  return markupUnlessTooLarge(hasOriginal ? writtenAbove(html) : html, services)
}

async function markupUnlessTooLarge(
  html: string,
  { renderer, signal }: Services,
): Promise<string | undefined> {
  try {
    return withoutNamedImages(await renderer.quotableOf(html, signal))
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined
    throw error
  }
}

/** An image of filtered markup, as it is rewritten there, whose source is a part of the message (RFC 2392). */
const NAMED_IMAGE =
  /<img(?:\s[^\s=>"]+(?:="[^"]*")?)*?\ssrc="cid:[^"]*"(?:\s[^\s=>"]+(?:="[^"]*")?)*>/gi

/** Parts of the message it stood in are not parts of what is written. */
export function withoutNamedImages(markup: string): string {
  return markup.replace(NAMED_IMAGE, '')
}
