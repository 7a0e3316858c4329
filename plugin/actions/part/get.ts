import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { namedMessage, sectionInput } from '../contract/input.ts'
import { isShownInline, servedType } from './shown-images.ts'
import { uidOptions } from '../input/named-messages.ts'

/** Only raster images are ever shown inline. */
export const get = defineAction({
  name: 'get',
  method: 'GET',
  about: 'one part as a stream, transfer encoding removed',
  context: 'reading',
  input: namedMessage.extend({ partId: sectionInput, isDownload: z.boolean().default(false) }),
  output: 'file',
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
})
