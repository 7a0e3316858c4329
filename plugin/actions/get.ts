import { Refusal } from '../refusal.ts'
import type { Action, Parameters } from './action.ts'
import { isShownInline, servedType } from './content-type.ts'
import { isOn, mailboxName, uidOf } from './parameters.ts'

interface GetInput {
  readonly mailbox: string
  readonly uid: number
  readonly partId: string
  readonly isDownload: boolean
}

/** mail/get: the bytes of one part, transfer encoding removed. Only raster images are ever shown inline. */
export const get: Action<GetInput> = {
  task: 'mail',
  name: 'get',
  method: 'GET',
  parse: (parameters) => ({
    mailbox: mailboxName(parameters, '_mbox'),
    uid: uidOf(parameters),
    partId: partId(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
  async run(input, { account, signal }) {
    const { part, stream } = await account.part(input.mailbox, input.uid, input.partId, { signal })
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
export const SECTION = /^[1-9][0-9]{0,3}(\.[1-9][0-9]{0,3}){0,31}$/

function partId(parameters: Parameters): string {
  const text = parameters.get('_part') ?? ''
  if (!SECTION.test(text)) throw new Refusal('input_invalid')
  return text
}
