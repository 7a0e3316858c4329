import type { MailboxName } from '../../../proxy/mail/index.ts'
import type { Action } from '../contract/action.ts'

/** mail/folder-size: what a folder and all below it hold, for the question before it is emptied or deleted. */
export const folderSize: Action<MailboxName> = {
  method: 'GET',
  async run(mailbox, { account, signal }) {
    const { messages, mailboxes } = await account.branchSize(mailbox, { signal })
    return { kind: 'folder-size', mailbox, messages, folders: mailboxes }
  },
}
