import { useApp } from '../../app/app-context.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { ListFilter, SearchScope } from '../../wire/query.ts'
import { Choice } from './choice.tsx'

interface Narrowing {
  readonly filter: ListFilter
  readonly scope: SearchScope
}

interface FilterChipsProps {
  readonly query: Narrowing
  /** Words are searched for: where is a choice. */
  readonly hasScope: boolean
  readonly onChoose: (changes: Partial<Narrowing>) => void
}

/** What a list is narrowed by: the filters, and where the words of a search are looked for. */
export function FilterChips({ query, hasScope, onChoose }: FilterChipsProps) {
  const { text } = useApp()

  return (
    <div class="chips" role="group" aria-label={text.filters}>
      {hasScope ? (
        <Choice
          label={text.searchScope}
          names={scopes}
          texts={text.searchScopes}
          value={query.scope}
          onChoose={(scope) => onChoose({ scope })}
        />
      ) : null}
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          class="chip"
          aria-pressed={query.filter === filter}
          onClick={() => onChoose({ filter })}
        >
          {filterLabel(filter, text)}
        </button>
      ))}
    </div>
  )
}

/** In the order they are offered. */
const filters = ['ALL', 'UNSEEN', 'FLAGGED', 'ATTACHMENT'] as const

/** In the order they are offered. */
const scopes: readonly SearchScope[] = ['usual', 'subject', 'from', 'to', 'text']

/** The name of a filter. */
function filterLabel(filter: ListFilter, text: Catalogue): string {
  switch (filter) {
    case 'ALL':
      return text.filterAll
    case 'UNSEEN':
      return text.filterUnread
    case 'FLAGGED':
      return text.filterFlagged
    case 'ATTACHMENT':
      return text.filterAttachment
  }
}
