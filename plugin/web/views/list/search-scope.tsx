import type { SearchScope } from '../../wire/query.ts'
import { useApp } from '../app-context.ts'

const scopes: readonly SearchScope[] = ['usual', 'subject', 'from', 'to', 'text']

/** Where the words of the search are looked for. */
export function SearchScopeChoice() {
  const { text, list } = useApp()
  const query = list.query.value

  return (
    <select
      class="choice"
      aria-label={text.searchScope}
      value={query.scope}
      onChange={({ currentTarget }) => {
        const scope = scopes.find((name) => name === currentTarget.value)
        if (scope !== undefined) list.open({ ...query, scope })
      }}
    >
      {scopes.map((scope) => (
        <option key={scope} value={scope}>
          {text.searchScopes[scope]}
        </option>
      ))}
    </select>
  )
}
