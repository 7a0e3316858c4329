import type { PageRequest } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'
import { mailboxListingOf } from '../result/mailbox-listing.ts'
import type { ListResult } from '../result/result.ts'

/** Asks for a page and notes it as what this session was last shown of the mailbox. */
export async function listShownPage(
  request: PageRequest,
  context: ActionContext,
): Promise<ListResult> {
  const { account, views, signal } = context
  const [page, mailboxes] = await Promise.all([
    account.page(request, { signal }),
    account.mailboxes({ signal }),
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
  return { kind: 'list', mailbox, page, pageSize, sort, search, ...mailboxListingOf(mailboxes) }
}

/** The page this session was last shown of a mailbox, or its first one. */
export function shownPage(mailbox: string, { views, pageSize }: ActionContext): PageRequest {
  const view = views.get(mailbox)
  return { mailbox, pageSize, page: view?.page ?? 1, sort: view?.sort, search: view?.search }
}
