import type { SearchQuery } from '../../proxy/mail/account.ts'
import type { Action, ActionContext } from './action.ts'
import { countsAfter } from './aftermath.ts'
import { mailboxName } from './parameters.ts'

interface ExpungeInput {
  readonly mailbox: string
}

/** Messages looked up at a time, and at most in one request: compacting a huge mailbox takes several. */
const BATCH_SIZE = 250
const MAX_BATCHES = 20

/** mail/expunge: removes for good every message of the mailbox that bears the mark \Deleted. */
export const expunge: Action<ExpungeInput> = {
  task: 'mail',
  name: 'expunge',
  method: 'POST',
  parse: (parameters) => ({ mailbox: mailboxName(parameters, '_mbox') }),
  async run({ mailbox }, context) {
    const removed: number[] = []
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const marked = await markedDeleted(mailbox, context)
      if (marked.length === 0) break
      await context.account.remove(mailbox, marked, { signal: context.signal })
      removed.push(...marked)
    }
    return {
      kind: 'done',
      action: 'expunge',
      mailbox,
      uids: removed,
      flag: undefined,
      counts: await countsAfter([mailbox], context),
      special: {},
      target: undefined,
      uidMap: undefined,
      list: undefined,
    }
  },
}

const MARKED: SearchQuery = { text: '', fields: [], filter: 'deleted' }

async function markedDeleted(
  mailbox: string,
  { account, signal }: ActionContext,
): Promise<readonly number[]> {
  const page = await account.page(
    { mailbox, page: 1, pageSize: BATCH_SIZE, sort: undefined, search: MARKED },
    { signal },
  )
  return page.rows.map((row) => row.summary.uid)
}
