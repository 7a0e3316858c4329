import { z } from 'zod'
import type { MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { namedPart } from './named-images.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage, sectionInput } from '../contract/input.ts'
import { isShownInline, servedType } from './shown-images.ts'
import { uidOptions } from '../input/named-messages.ts'

/** RFC 2392. */
const IMAGE_SOURCE = /^cid:/i

const imageSource = z
  .string()
  .max(2_000)
  .regex(IMAGE_SOURCE)
  .meta({ examples: ['cid:image001.png@example.test'] })

/** Only raster images are ever shown inline. */
export const get = defineAction({
  name: 'get',
  method: 'GET',
  about:
    'one part as a stream, transfer encoding removed; by its section, or as images of a body name it',
  context: 'reading',
  input: namedMessage.extend({
    partId: z.union([sectionInput, imageSource]),
    isDownload: z.boolean().default(false),
  }),
  output: 'file',
  async run(input, context) {
    const { mailbox, uid, partId } = input
    const options = uidOptions(input, context)
    const section = IMAGE_SOURCE.test(partId)
      ? await sectionOfImage({ mailbox, uid, partId }, options, context)
      : partId
    const { part, stream } = await context.account.part(mailbox, uid, section, options)
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

interface ImageName {
  readonly mailbox: MailboxName
  readonly uid: number
  readonly partId: string
}

/** Throws Refusal('not_found') where no part of the message has that name. */
async function sectionOfImage(
  { mailbox, uid, partId }: ImageName,
  options: ReturnType<typeof uidOptions>,
  { account }: Pick<ReadingContext, 'account'>,
): Promise<string> {
  const { inlineParts } = await account.message(mailbox, uid, options)
  const part = namedPart(partId, inlineParts)
  if (part === undefined) throw new Refusal('not_found')
  return part.id
}
