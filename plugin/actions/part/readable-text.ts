import { type Message, RenderFault } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'

/** Longest piece of an HTML body that the fallback reads. */
const MAX_FALLBACK_CHARS = 256 * 1024

/** The text of a message: its plain body, else its HTML body read as text. */
export async function readableText(
  { text, html }: Pick<Message, 'text' | 'html'>,
  { renderer, signal }: Pick<ActionContext, 'renderer' | 'signal'>,
): Promise<string> {
  if (text !== undefined) return text
  if (html === undefined) return ''
  try {
    return await renderer.textOf(html, signal)
  } catch (error) {
    if (isTooHeavy(error)) return strippedText(html)
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
  return withoutCode(html)
    .slice(0, MAX_FALLBACK_CHARS)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
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
