import type { MailboxName } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { FoldersResult } from '../result/result.ts'

/** mail/folders: every mailbox with counts of the subscribed ones, and the storage used. */
export const folders: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => allFolders(undefined, context),
}

/** The folders as they are now; `path` is the one an act made or renamed. */
export async function allFolders(
  path: MailboxName | undefined,
  { account, signal }: ActionContext,
): Promise<FoldersResult> {
  return { kind: 'folders', path, ...(await account.overview({ signal })) }
}
