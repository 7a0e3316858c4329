import type { Action } from '../contract/action.ts'
import { isShownInline, servedType } from './shown-images.ts'
import { uidOptions, type NamedMessage } from '../input/named-messages.ts'

interface GetInput extends NamedMessage {
  /** An IMAP section of numbers. */
  readonly partId: string
  readonly isDownload: boolean
}

/** mail/get: the bytes of one part, transfer encoding removed. Only raster images are ever shown inline. */
export const get: Action<GetInput> = {
  method: 'GET',
  async run(input, context) {
    const { mailbox, uid, partId } = input
    const options = uidOptions(input, context)
    const { part, stream } = await context.account.part(mailbox, uid, partId, options)
    const isInline = !input.isDownload && isShownInline(part.type)
    return {
      kind: 'stream',
      stream,
      type: servedType(part.type),
      filename: part.filename,
      disposition: isInline ? 'inline' : 'attachment',
    }
  },
}
