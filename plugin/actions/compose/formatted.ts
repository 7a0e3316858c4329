import {
  BodyTooLarge,
  type Message,
  textParagraph,
  writtenAbove,
} from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { isReadInPart } from './forwarded-original.ts'
import { type MarkupWithImages, withNamedImages } from '../part/named-images.ts'
import { quoteLine, type ReaderLocale } from './quoting.ts'

const EMPTY_LINE = '<div dir="auto"><br></div>'

type Services = Pick<ReadingContext, 'renderer' | 'signal'>

/** What a formatted reply starts with: who wrote when, and the message as it looks in a quote. */
export async function quotedMarkup(
  message: Message,
  text: string,
  { reader, ...services }: Services & { readonly reader: ReaderLocale | undefined },
): Promise<MarkupWithImages> {
  const { html, row } = message
  const known = html === undefined || isReadInPart(message) ? undefined : html
  const markup =
    known === undefined ? undefined : await markupUnlessTooLarge(known, message, services)
  const { html: original, images } = markup ?? {
    html: textParagraph(text.trimEnd()),
    images: [],
  }
  const line = textParagraph(quoteLine(row.summary, reader))
  const above = `${EMPTY_LINE}${EMPTY_LINE}${line}`
  return { html: `${above}<blockquote type="cite">${original.trim()}</blockquote>`, images }
}

/**
 * The markup of a stored draft that was written with its looks, here or by another program; undefined for one whose
 * plain form is what was written, and for one that is too large to be written on.
 */
export async function draftMarkup(
  message: Message,
  services: Services,
): Promise<MarkupWithImages | undefined> {
  const { html, hasOriginal = false } = message
  if (html === undefined || isReadInPart(message) || isWrittenAsText(message)) return undefined
  return markupUnlessTooLarge(hasOriginal ? writtenAbove(html) : html, message, services)
}

/** The markup of a message with what it forwards; undefined for one that was written as text or is too large. */
export async function wholeMarkup(
  message: Message,
  services: Services,
): Promise<MarkupWithImages | undefined> {
  const { html, hasOriginal = false } = message
  if (html === undefined || isReadInPart(message)) return undefined
  if (isWrittenAsText(message) && !hasOriginal) return undefined
  return markupUnlessTooLarge(html, message, services)
}

/** A plain message of ours has HTML as well: for its signature, and for what it forwards. */
function isWrittenAsText({ composeId, isFormatted = false }: Message): boolean {
  return composeId !== undefined && !isFormatted
}

async function markupUnlessTooLarge(
  html: string,
  { inlineParts }: Message,
  { renderer, signal }: Services,
): Promise<MarkupWithImages | undefined> {
  try {
    return withNamedImages(await renderer.quotableOf(html, signal), inlineParts)
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined
    throw error
  }
}
