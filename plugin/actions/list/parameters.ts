import type { PageRequest, SearchQuery, SortOrder } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ActionContext } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { isOn, optionalMailboxName, pageNumber, sortOrder } from '../input/parameters.ts'
import { searchQuery } from './search-parameters.ts'

/** Which page of which list a request is about, as far as it says so itself. */
export interface ListInput {
  readonly mailbox: string
  readonly page: number | undefined
  readonly sort: SortOrder | undefined
  readonly search: RequestedSearch | undefined
  readonly isThreaded: boolean
  readonly wire: Parameters['wire']
}

type RequestedSearch =
  | { readonly kind: 'query'; readonly query: SearchQuery }
  | { readonly kind: 'id'; readonly searchId: string }

/** Reads `_mbox` (INBOX when missing), `_page`, `_sort`, `_threads` and `_search`: the id of an earlier search, or its text. */
export function listParameters(parameters: Parameters): ListInput {
  return {
    mailbox: optionalMailboxName(parameters, '_mbox') ?? 'INBOX',
    page: pageNumber(parameters),
    sort: sortOrder(parameters),
    search: requestedSearch(parameters),
    isThreaded: isOn(parameters, '_threads'),
    wire: parameters.wire,
  }
}

function requestedSearch(parameters: Parameters): RequestedSearch | undefined {
  const text = parameters.get('_search') ?? ''
  if (parameters.wire === 'roundcube') {
    if (text === '') return undefined
    if (!/^[0-9a-f]{32}$/.test(text)) throw new Refusal('input_invalid')
    return { kind: 'id', searchId: text }
  }
  const query = searchQuery(parameters, '_search')
  return query === undefined ? undefined : { kind: 'query', query }
}

/**
 * The page to ask for. Roundcube's front end names an order only when the reader changes it, so what its
 * session was last shown stands in. Throws Refusal('input_invalid') for a search nobody made lately.
 */
export function pageRequest(input: ListInput, context: ActionContext): PageRequest {
  const { mailbox, page, sort, wire } = input
  const remembered = wire === 'roundcube' ? context.views.get(mailbox)?.sort : undefined
  return {
    mailbox,
    page: page ?? 1,
    pageSize: context.pageSize,
    sort: sort ?? remembered,
    search: searchOf(input, context),
    ...(input.isThreaded ? { isThreaded: true } : {}),
  }
}

function searchOf({ search }: ListInput, context: ActionContext): SearchQuery | undefined {
  if (search === undefined) return undefined
  if (search.kind === 'query') return search.query
  const query = context.searches.find(context.account.user, search.searchId)
  if (query === undefined) throw new Refusal('input_invalid')
  return query
}
