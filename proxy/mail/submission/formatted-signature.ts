import { textParagraph } from '../model/original-below.ts'
import { SIGNATURE_SEPARATOR } from '../mime/body/flowed-text.ts'
import type { FormattedSignature } from './outgoing-message.ts'

/**
 * A text as HTML, with the looks of its signature. undefined where the text does not have the signature as it is:
 * what a user changed there is theirs, and has no looks.
 */
export function formattedText(
  text: string,
  { text: plain, html }: FormattedSignature,
): string | undefined {
  const lines = text.replaceAll('\r\n', '\n')
  const block = `${SIGNATURE_SEPARATOR}\n${plain}`
  const offset = plain === '' ? -1 : lines.lastIndexOf(block)
  if (offset === -1) return undefined
  const above = lines.slice(0, offset)
  const below = lines.slice(offset + block.length)
  return `${textParagraph(above)}<div dir="auto">${SIGNATURE_SEPARATOR.trimEnd()}<br>${html}</div>${textParagraph(below.trimEnd())}`
}
