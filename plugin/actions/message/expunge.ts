import { z } from 'zod'
import type { MailboxName, MessagePage, SearchQuery } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { mailboxInput } from '../contract/input.ts'
import { done } from '../contract/output.ts'
import { countsAfter, DONE } from './change-result.ts'

/** Messages looked up at a time, and at most in one request: compacting a huge mailbox takes several. */
const BATCH_SIZE = 250
const MAX_BATCHES = 20

export const expunge = defineAction({
  name: 'expunge',
  method: 'POST',
  about: 'deletes permanently every message of a mailbox that bears the mark \\Deleted',
  context: 'mail',
  input: z.strictObject({ mailbox: mailboxInput }),
  output: done,
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
})

const MARKED: SearchQuery = { text: '', fields: [], filter: 'deleted' }

function markedDeleted(
  mailbox: MailboxName,
  { account, signal }: MailContext,
): Promise<MessagePage> {
  return account.page(
    { mailbox, page: 1, pageSize: BATCH_SIZE, sort: undefined, search: MARKED },
    { signal },
  )
}
