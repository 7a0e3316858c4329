import type { SearchQuery } from '../../proxy/mail/account.ts'
import type { Action, ActionContext } from './action.ts'
import { countsAfter } from './aftermath.ts'
import { mailboxName, optionalUidList } from './parameters.ts'

interface ExpungeInput {
  readonly mailbox: string
  readonly uids: readonly number[] | undefined
}

/** Messages looked up at a time, and at most in one request: compacting a huge mailbox takes several. */
const BATCH_SIZE = 250
const MAX_BATCHES = 20

/** mail/expunge: removes for good what is marked deleted: the named messages, or all that bear the mark. */
export const expunge: Action<ExpungeInput> = {
  task: 'mail',
  name: 'expunge',
  method: 'POST',
  parse: (parameters) => ({
    mailbox: mailboxName(parameters, '_mbox'),
    uids: optionalUidList(parameters, '_uid'),
  }),
  async run({ mailbox, uids }, context) {
    const removed: number[] = []
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const marked = (await markedDeleted(mailbox, context)).filter(
        (uid) => uids?.includes(uid) ?? true,
      )
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
