import type { Action } from '../contract/action.ts'
import { listShownPage, pageRequest, type ListInput } from './page.ts'

/** mail/list: one page of a mailbox or of a search in it. Flags stay untouched. */
export const list: Action<ListInput> = {
  method: 'GET',
  isSearch: ({ search }) => search !== undefined,
  run: (input, context) => listShownPage(pageRequest(input, context), context),
}
