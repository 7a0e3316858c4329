import { type Message, RenderFault } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'

/** Longest piece of an HTML body that is read where the whole is too heavy. */
const MAX_FALLBACK_CHARS = 256 * 1024

type Services = Pick<ActionContext, 'renderer' | 'signal'>

/** The words of a message, and whether there are more of them. */
export interface ReadableText {
  readonly text: string
  readonly isCut: boolean
}

/** The text of a message: its plain body, else its HTML body read as text; of one that is too heavy its beginning. */
export async function readableText(
  { text, html, isTruncated }: Pick<Message, 'text' | 'html' | 'isTruncated'>,
  services: Services,
): Promise<ReadableText> {
  if (text !== undefined) return { text, isCut: isTruncated }
  if (html === undefined) return { text: '', isCut: false }
  const whole = await textUnlessTooHeavy(html, services)
  if (whole !== undefined) return { text: whole.text, isCut: isTruncated || whole.isCut }
  const beginning = html.slice(0, MAX_FALLBACK_CHARS)
  const isCut = isTruncated || beginning.length < html.length
  const begun = isCut ? await textUnlessTooHeavy(beginning, services) : undefined
  return { text: begun?.text ?? strippedText(html), isCut: isCut || begun?.isCut === true }
}

async function textUnlessTooHeavy(
  html: string,
  { renderer, signal }: Services,
): Promise<ReadableText | undefined> {
  try {
    return await renderer.textOf(html, signal)
  } catch (error) {
    if (isTooHeavy(error)) return undefined
    throw error
  }
}

/** True for a body that no renderer will finish; one that is only busy says so by what it throws. */
export function isTooHeavy(error: unknown): boolean {
  return error instanceof RenderFault && error.code === 'too_heavy'
}

/**
 * An HTML body without its tags, styles and scripts: all that is left of one no renderer finished in time.
 * The result is text and never markup; it still has to be escaped where it is shown.
 */
export function strippedText(html: string): string {
  const words = withoutCode(html)
  const text = words
    .slice(0, MAX_FALLBACK_CHARS)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > MAX_FALLBACK_CHARS ? `${text} …` : text
}

/** Without what stands in style and script elements: the words may begin after a megabyte of them. */
function withoutCode(html: string): string {
  const opening = /<(style|script)(?=[\s>])/gi
  let text = ''
  let from = 0
  // One pass: an element that is not closed ends it, so that many of them cost no more than one.
  for (let found = opening.exec(html); found !== null; found = opening.exec(html)) {
    text += html.slice(from, found.index)
    const closing = found[1]?.toLowerCase() === 'style' ? /<\/style/gi : /<\/script/gi
    closing.lastIndex = opening.lastIndex
    from = closing.exec(html)?.index ?? html.length
    opening.lastIndex = from
  }
  return text + html.slice(from)
}
