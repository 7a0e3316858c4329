import type { Message } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'

/** The words of a message, and whether there are more of them. */
export interface ReadableText {
  readonly text: string
  readonly isCut: boolean
}

/** The text of a message: its plain body, else its HTML body read as text. */
export async function readableText(
  { text, html = '', isTruncated }: Pick<Message, 'text' | 'html' | 'isTruncated'>,
  { renderer, signal }: Pick<ReadingContext, 'renderer' | 'signal'>,
): Promise<ReadableText> {
  return { text: text ?? (await renderer.textOf(html, signal)), isCut: isTruncated }
}
