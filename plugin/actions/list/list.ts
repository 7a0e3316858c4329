import type { Action } from '../contract/action.ts'
import { listShownPage } from './page.ts'
import { listParameters, pageRequest, type ListInput } from './parameters.ts'

/** mail/list: one page of a mailbox or of a search in it. Flags stay untouched. */
export const list: Action<ListInput> = {
  task: 'mail',
  name: 'list',
  method: 'GET',
  parse: listParameters,
  isSearch: ({ search }) => search !== undefined,
  run: (input, context) => listShownPage(pageRequest(input, context), context),
}
