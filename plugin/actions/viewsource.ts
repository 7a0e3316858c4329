import type { Action } from './action.ts'
import { isOn, mailboxName, uidOf } from './parameters.ts'

interface ViewsourceInput {
  readonly mailbox: string
  readonly uid: number
  readonly isDownload: boolean
}

/** mail/viewsource: the whole message as it lies on the server, as plain text, or as a file (`_download=1`) that the page names. */
export const viewsource: Action<ViewsourceInput> = {
  task: 'mail',
  name: 'viewsource',
  method: 'GET',
  parse: (parameters) => ({
    mailbox: mailboxName(parameters, '_mbox'),
    uid: uidOf(parameters),
    isDownload: isOn(parameters, '_download'),
  }),
  async run({ mailbox, uid, isDownload }, { account, signal }) {
    return {
      kind: 'stream',
      stream: await account.source(mailbox, uid, { signal }),
      type: isDownload ? 'message/rfc822' : 'text/plain; charset=UTF-8',
      filename: undefined,
      disposition: isDownload ? 'attachment' : 'inline',
    }
  },
}
