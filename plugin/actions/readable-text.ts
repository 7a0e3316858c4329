import type { Message } from '../../proxy/mail/account.ts'
import { RenderFault } from '../../proxy/mail/render/renderer.ts'
import type { ActionContext } from './action.ts'

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
    if (error instanceof RenderFault) return strippedText(html)
    throw error
  }
}

/**
 * An HTML body without its tags: all that is left of one no renderer finished in time. The result is text
 * and never markup; it still has to be escaped where it is shown.
 */
export function strippedText(html: string): string {
  return html
    .slice(0, MAX_FALLBACK_CHARS)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
