import type { MailboxName, SearchQuery, SortOrder } from '../../../proxy/mail/index.ts'
import type { Action } from '../contract/action.ts'
import { listShownPage } from './list.ts'

interface SearchInput {
  readonly mailbox: MailboxName
  readonly query: SearchQuery
  readonly sort: SortOrder | undefined
}

/** mail/search: the first page of what matches in one mailbox, under an id that later requests may name. */
export const search: Action<SearchInput> = {
  method: 'GET',
  isSearch: () => true,
  async run({ mailbox, query, sort }, context) {
    const { account, searches, pageSize } = context
    const searchId = searches.remember(account.user, query)
    const found = await listShownPage({ mailbox, page: 1, pageSize, sort, search: query }, context)
    return { kind: 'search', searchId, list: found }
  },
}
