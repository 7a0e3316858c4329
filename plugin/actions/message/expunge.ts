import type { MailboxName, MessagePage, SearchQuery } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { countsAfter, DONE } from './change-result.ts'

interface ExpungeInput {
  readonly mailbox: MailboxName
}

/** Messages looked up at a time, and at most in one request: compacting a huge mailbox takes several. */
const BATCH_SIZE = 250
const MAX_BATCHES = 20

/** mail/expunge: removes for good every message of the mailbox that bears the mark \Deleted. */
export const expunge: Action<ExpungeInput> = {
  method: 'POST',
  async run({ mailbox }, context) {
    const removed: number[] = []
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const marked = await markedDeleted(mailbox, context)
      const uids = marked.rows.map((row) => row.summary.uid)
      if (uids.length === 0) break
      const { uidValidity } = marked.state
      await context.account.remove(mailbox, uids, { signal: context.signal, uidValidity })
      removed.push(...uids)
    }
    const counts = await countsAfter([mailbox], context)
    return { ...DONE, action: 'expunge', mailbox, uids: removed, counts }
  },
}

const MARKED: SearchQuery = { text: '', fields: [], filter: 'deleted' }

function markedDeleted(
  mailbox: MailboxName,
  { account, signal }: ActionContext,
): Promise<MessagePage> {
  return account.page(
    { mailbox, page: 1, pageSize: BATCH_SIZE, sort: undefined, search: MARKED },
    { signal },
  )
}
