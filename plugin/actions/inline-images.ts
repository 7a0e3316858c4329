import type { Message, MessagePart } from '../../proxy/mail/account.ts'
import type { ActionContext } from './action.ts'
import { isShownInline } from './content-type.ts'
import { readWithin } from './read-within.ts'

/**
 * The images an HTML body names by Content-ID, as `data:` URLs. Images past a limit are left out; the
 * body is shown with a gap then, and the image is still among the parts to save.
 */
export async function inlineImages(
  mailbox: string,
  { uidValidity, row, html, inlineParts }: Message,
  context: ActionContext,
): Promise<ReadonlyMap<string, string>> {
  const { inlineImageBytes, inlineImagesBytes } = context.limits
  const images = new Map<string, string>()
  let leftBytes = inlineImagesBytes
  for (const part of inlineParts) {
    const contentId = namedId(part, html ?? '')
    if (contentId === undefined || !isShownInline(part.type)) continue
    const { account, signal } = context
    const options = { signal, uidValidity }
    const { stream } = await account.part(mailbox, row.summary.uid, part.id, options)
    const content = await readWithin(stream, Math.min(inlineImageBytes, leftBytes))
    if (content === undefined) continue
    leftBytes -= content.length
    images.set(contentId, `data:${part.type};base64,${content.toString('base64')}`)
  }
  return images
}

/** Content-ID without its brackets, when the body refers to it (RFC 2392: `cid:` and maybe percent-encoded). */
function namedId({ contentId }: MessagePart, html: string): string | undefined {
  const id = contentId?.replace(/^<|>$/g, '')
  if (id === undefined || id === '') return undefined
  return html.includes(id) || html.includes(encodeURIComponent(id)) ? id : undefined
}
