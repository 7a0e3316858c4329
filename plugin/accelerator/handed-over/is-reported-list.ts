import { listPartsOf } from '../../wire/roundcube/learned/list-parts.ts'
import type { RoundcubeResponse } from '../../wire/roundcube/learned/read-response.ts'
import type { ResponseForms } from '../response/response-forms.ts'
import type { ListBasis } from '../request/response.ts'

/** What depends on the page. */
const OF_THE_PAGE = ['current_page', 'messagecount', 'pagecount', 'exists'] as const

/**
 * Whether Roundcube has written a list, but for its rows and counts, as the plugin has told. True as well where it told nothing of
 * such a list, or that cannot be compared.
 */
export function isReportedList(
  response: RoundcubeResponse,
  forms: ResponseForms,
  { mailbox, basis }: { readonly mailbox: string; readonly basis: ListBasis },
): boolean {
  const isEmpty = response.env['messagecount'] === 0
  const hasRows = response.lines.some(({ name }) => name === 'add_message_row')
  // A page behind the last one, and results of a search, which may be those of another moment.
  if (hasRows === isEmpty || basis.search !== undefined) return true
  const cached = forms.list(basis, mailbox, isEmpty ? 'empty' : 'rows')
  if (cached === undefined) return true
  const { title, columnTypes, env } = cached.template
  const parts = listPartsOf(response)
  if (parts === undefined) return false
  const ofPage = Object.fromEntries(OF_THE_PAGE.map((name) => [name, response.env[name]] as const))
  return (
    parts.title.text === title &&
    parts.columnTypes.text === columnTypes &&
    JSON.stringify({ ...env, ...ofPage }) === JSON.stringify(response.env)
  )
}
