import { LRUCache } from 'lru-cache'
import type { MailboxName, PageRequest, SearchQuery } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MailContext, ShownView, Views } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { listInput, type ListInput } from '../contract/list-input.ts'
import { list as output } from '../contract/output.ts'
import { mailboxListingOf, type MailboxListing } from '../../settings/folder-choices.ts'
import type { ListResult } from '../result/result.ts'

export const list = defineAction({
  name: 'list',
  method: 'GET',
  about: 'one page of a mailbox, or of a search in it',
  context: 'mail',
  input: listInput,
  output,
  isSearch: ({ search }) => search !== undefined,
  run: (input, context) => listShownPage(pageRequest(input, context), context, input),
})

/** The page to ask for. Throws Refusal('input_invalid') for the id of a search no one made lately. */
export function pageRequest(input: ListInput, context: MailContext): PageRequest {
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

function searchOf({ search }: ListInput, context: MailContext): SearchQuery | undefined {
  if (search === undefined) return undefined
  if (search.kind === 'query') return search.query
  const query = context.searches.find(context.account.user, search.searchId)
  if (query === undefined) throw new Refusal('input_invalid')
  return query
}

const NO_LISTING: MailboxListing = { special: {}, delimiter: '' }

/** Requests a page and notes it as what this session was last shown of the mailbox. */
export async function listShownPage(
  request: PageRequest,
  context: MailContext,
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
export function shownPage(mailbox: MailboxName, { views, pageSize }: MailContext): PageRequest {
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
