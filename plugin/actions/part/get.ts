import { z } from 'zod'
import type { MailboxName, MessagePart } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { namedPart } from './named-images.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage, sectionInput } from '../contract/input.ts'
import { pictureType } from './picture-type.ts'
import { isPictureTooLarge, PICTURE_HEADER_BYTES } from './picture-size.ts'
import { readBeginning } from './read-beginning.ts'
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
    const { filename } = part
    if (input.isDownload) {
      const type = servedType(part.type)
      return { kind: 'stream', stream, type, filename, disposition: 'attachment' }
    }
    const picture = await harmlessPicture(part, stream)
    const disposition = isShownInline(picture.type) ? 'inline' : 'attachment'
    return { kind: 'stream', ...picture, type: servedType(picture.type), filename, disposition }
  },
})

/**
 * What is not saved is shown as an image, whatever its type: a browser decodes what it finds. Of a part whose sender said
 * no more than that it is bytes, these tell the type. Throws Refusal('picture_too_large').
 */
async function harmlessPicture(
  { type }: MessagePart,
  source: AsyncIterable<Buffer>,
): Promise<{ readonly stream: AsyncIterable<Buffer>; readonly type: string }> {
  const { beginning, stream, close } = await readBeginning(source, PICTURE_HEADER_BYTES)
  if (isPictureTooLarge(beginning)) {
    await close()
    throw new Refusal('picture_too_large')
  }
  const isUnnamed = type === 'application/octet-stream'
  return { stream, type: isUnnamed ? (pictureType(beginning) ?? type) : type }
}

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
