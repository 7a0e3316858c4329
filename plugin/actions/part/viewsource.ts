import type { Action } from '../contract/action.ts'
import { uidOptions, type NamedMessage } from '../input/named-messages.ts'

interface ViewsourceInput extends NamedMessage {
  readonly isDownload: boolean
}

/** mail/viewsource: the whole message as it lies on the server, as plain text, or as a file that the page names. */
export const viewsource: Action<ViewsourceInput> = {
  method: 'GET',
  async run({ isDownload, ...named }, context) {
    const { mailbox, uid } = named
    return {
      kind: 'stream',
      stream: await context.account.source(mailbox, uid, uidOptions(named, context)),
      type: isDownload ? 'message/rfc822' : 'text/plain; charset=UTF-8',
      filename: undefined,
      disposition: isDownload ? 'attachment' : 'inline',
    }
  },
}
