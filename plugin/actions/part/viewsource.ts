import type { Action } from '../contract/action.ts'
import { namedMessage, uidOptions, type NamedMessage } from '../input/named-messages.ts'
import { isOn } from '../input/parameters.ts'

interface ViewsourceInput extends NamedMessage {
  readonly isDownload: boolean
}

/** mail/viewsource: the whole message as it lies on the server, as plain text, or as a file (`_download=1`) that the page names. */
export const viewsource: Action<ViewsourceInput> = {
  task: 'mail',
  name: 'viewsource',
  method: 'GET',
  parse: (parameters) => ({
    ...namedMessage(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
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
