import { z } from 'zod'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { uidOptions } from '../input/named-messages.ts'

export const viewsource = defineAction({
  name: 'viewsource',
  method: 'GET',
  about:
    'the message as it lies on the server, as plain text (a page where a user looks at the address) or as a file',
  context: 'mail',
  input: namedMessage.extend({ isDownload: z.boolean().default(false) }),
  output: 'file',
  async run({ isDownload, ...named }, context) {
    const { mailbox, uid } = named
    return {
      kind: 'stream',
      stream: await context.account.source(mailbox, uid, uidOptions(named, context)),
      type: isDownload ? 'message/rfc822' : 'text/plain; charset=UTF-8',
      filename: undefined,
      disposition: isDownload ? 'attachment' : 'inline',
      isReadAsPage: !isDownload,
    }
  },
})
