import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { isShownInline, servedType } from './content-type.ts'
import { namedMessage, uidOptions, type NamedMessage } from '../input/named-messages.ts'
import { isOn } from '../input/parameters.ts'

interface GetInput extends NamedMessage {
  readonly partId: string
  readonly isDownload: boolean
}

/** mail/get: the bytes of one part, transfer encoding removed. Only raster images are ever shown inline. */
export const get: Action<GetInput> = {
  task: 'mail',
  name: 'get',
  method: 'GET',
  parse: (parameters) => ({
    ...namedMessage(parameters),
    partId: sectionOf(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
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

/** An IMAP section of numbers (RFC 9051 6.4.5): never `HEADER` or `TEXT`. */
export const SECTION = /^[1-9][0-9]{0,3}(\.[1-9][0-9]{0,3}){0,63}$/

function sectionOf(parameters: Parameters): string {
  const text = parameters.get('_part') ?? ''
  if (!SECTION.test(text)) throw new Refusal('input_invalid')
  return text
}
