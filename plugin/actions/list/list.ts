import { LRUCache } from 'lru-cache'
import type { MailboxName, PageRequest, SearchQuery, SortOrder } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext, ShownView, Views } from '../contract/action.ts'
import { mailboxListingOf, type MailboxListing } from '../../settings/folder-choices.ts'
import type { ListResult } from '../result/result.ts'

/** mail/list: one page of a mailbox or of a search in it. Flags stay untouched. */
export const list: Action<ListInput> = {
  method: 'GET',
  isSearch: ({ search }) => search !== undefined,
  run: (input, context) => listShownPage(pageRequest(input, context), context, input),
}

/** Which page of which list; `shown` is what this session was last shown of the mailbox. */
export interface ListInput {
  readonly mailbox: MailboxName
  readonly page: number | 'shown'
  /** undefined: newest arrival first. */
  readonly sort: SortOrder | 'shown' | undefined
  readonly search: RequestedSearch | undefined
  readonly isThreaded: boolean
  /** The client is told with each list where drafts, sent mail and trash are. */
  readonly isListingWanted: boolean
}

type RequestedSearch =
  | { readonly kind: 'query'; readonly query: SearchQuery }
  /** One that was made lately, by its id. */
  | { readonly kind: 'id'; readonly searchId: string }

/** The page to ask for. Throws Refusal('input_invalid') for the id of a search nobody made lately. */
export function pageRequest(input: ListInput, context: ActionContext): PageRequest {
  const { mailbox, page, sort } = input
  const shown = shownPage(mailbox, context)
  return {
    mailbox,
    page: page === 'shown' ? shown.page : page,
    pageSize: context.pageSize,
    sort: sort === 'shown' ? shown.sort : sort,
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

const NO_LISTING: MailboxListing = { special: {}, delimiter: '' }

/** Asks for a page and notes it as what this session was last shown of the mailbox. */
export async function listShownPage(
  request: PageRequest,
  context: ActionContext,
  { isListingWanted }: Pick<ListInput, 'isListingWanted'> = { isListingWanted: true },
): Promise<ListResult> {
  const { account, views, signal } = context
  const [page, mailboxes] = await Promise.all([
    account.page(request, { signal }),
    isListingWanted ? account.mailboxes({ signal }) : undefined,
  ])
  const { mailbox, pageSize, sort, search } = request
  views.set(mailbox, {
    page: page.page,
    sort,
    search,
    uidValidity: page.state.uidValidity,
    modseq: page.state.highestModseq,
    total: page.total,
  })
  const listing = mailboxes === undefined ? NO_LISTING : mailboxListingOf(mailboxes)
  return { kind: 'list', mailbox, page, pageSize, sort, search, ...listing }
}

/** The page this session was last shown of a mailbox, or its first one. */
export function shownPage(mailbox: MailboxName, { views, pageSize }: ActionContext): PageRequest {
  const view = views.get(mailbox)
  return { mailbox, pageSize, page: view?.page ?? 1, sort: view?.sort, search: view?.search }
}

/** Views of all sessions of this process, least recently used first out. `maxViews` counts session-mailbox pairs. */
export function createViewMemory({ maxViews }: { readonly maxViews: number }): {
  readonly of: (sessionId: string) => Views
} {
  const memory = new LRUCache<string, ShownView>({ max: maxViews })
  return {
    of: (sessionId) => ({
      get: (mailbox) => memory.get(`${sessionId} ${mailbox}`),
      set: (mailbox, view) => {
        memory.set(`${sessionId} ${mailbox}`, view)
      },
    }),
  }
}
