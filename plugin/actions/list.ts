import type { Action } from './action.ts'
import { listPage } from './list-page.ts'
import { listParameters, pageRequest, type ListInput } from './list-parameters.ts'

/** mail/list: one page of a mailbox or of a search in it. Flags stay untouched. */
export const list: Action<ListInput> = {
  task: 'mail',
  name: 'list',
  method: 'GET',
  parse: listParameters,
  isSearch: ({ search }) => search !== undefined,
  run: (input, context) => listPage(pageRequest(input, context), context),
}
