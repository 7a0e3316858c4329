import type { SearchScope } from '../../wire/query.ts'
import { useApp } from '../../app/app-context.ts'
import { Choice } from './choice.tsx'

const scopes: readonly SearchScope[] = ['usual', 'subject', 'from', 'to', 'text']

/** Where the words of the search are looked for. */
export function SearchScopeChoice() {
  const { text, list } = useApp()
  const query = list.query.value

  return (
    <Choice
      label={text.searchScope}
      names={scopes}
      words={text.searchScopes}
      value={query.scope}
      onChoose={(scope) => list.open({ ...query, scope })}
    />
  )
}
