import type { SearchQuery } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { listShownPage } from './page.ts'
import { optionalMailboxName, sortOrder } from '../input/parameters.ts'
import { searchQuery } from './search-parameters.ts'

interface SearchInput {
  readonly mailbox: string
  readonly query: SearchQuery
  readonly sort: ReturnType<typeof sortOrder>
}

/** mail/search: the first page of what matches in one mailbox, under an id that later requests may name. */
export const search: Action<SearchInput> = {
  task: 'mail',
  name: 'search',
  method: 'GET',
  parse(parameters) {
    const query = searchQuery(parameters, '_q')
    if (query === undefined) throw new Refusal('input_invalid')
    const mailbox = optionalMailboxName(parameters, '_mbox') ?? 'INBOX'
    return { mailbox, query, sort: sortOrder(parameters) }
  },
  isSearch: () => true,
  async run({ mailbox, query, sort }, context) {
    const { account, searches, pageSize } = context
    const searchId = searches.remember(account.user, query)
    const found = await listShownPage({ mailbox, page: 1, pageSize, sort, search: query }, context)
    return { kind: 'search', searchId, list: found }
  },
}
