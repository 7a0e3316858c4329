import type { Action } from './action.ts'
import { mailboxName, uidOf } from './parameters.ts'

interface ViewsourceInput {
  readonly mailbox: string
  readonly uid: number
}

/** mail/viewsource: the whole message as it lies on the server, as plain text. */
export const viewsource: Action<ViewsourceInput> = {
  task: 'mail',
  name: 'viewsource',
  method: 'GET',
  parse: (parameters) => ({ mailbox: mailboxName(parameters, '_mbox'), uid: uidOf(parameters) }),
  async run({ mailbox, uid }, { account, signal }) {
    return {
      kind: 'stream',
      stream: await account.source(mailbox, uid, { signal }),
      type: 'text/plain; charset=UTF-8',
      filename: undefined,
      disposition: 'inline',
    }
  },
}
