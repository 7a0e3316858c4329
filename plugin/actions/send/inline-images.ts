import type { OutgoingMessage } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { SendInput } from '../compose/send-input.ts'
import { hasNamedImages, withNamedImages } from '../part/named-images.ts'
import { uidOptions } from '../input/named-messages.ts'
import { readParts } from '../part/read-parts.ts'

type Written = Pick<OutgoingMessage, 'text' | 'html' | 'images'>

/**
 * What was written, with the parts of its source that its markup shows: images of what is quoted, or of the draft it was
 * stored as. An image that names none is left out. Throws MailFault, and Refusal('body_too_large').
 */
export async function withImages(
  written: Written,
  { source }: Pick<SendInput, 'source'>,
  context: ReadingContext,
): Promise<Written> {
  const { html } = written
  if (html === undefined || !hasNamedImages(html)) return written
  if (source === undefined) return { ...written, html: withNamedImages(html, []).html }
  const { mailbox, uid } = source
  const { inlineParts } = await context.account.message(mailbox, uid, uidOptions(source, context))
  const markup = withNamedImages(html, inlineParts)
  const ids = [...new Set(markup.images.map(({ part }) => part.id))]
  const read = await readParts(source, ids, context.limits.messageBytes, context)
  const images = read.map(({ part, content }) => {
    const { type, filename, contentId, contentLocation } = part
    return { type, filename, contentId, contentLocation, content }
  })
  return { ...written, html: markup.html, images }
}
