import { isNarrowed } from '../../wire/query.ts'
import { useApp } from '../app-context.ts'
import { Icon } from '../icon/icon.tsx'

/** What stands where no messages are: still loading, failed, nothing there, nothing found. */
export function ListNote() {
  const { text, list } = useApp()
  const status = list.status.value
  if (status.kind === 'loading') return <ListGhosts label={text.loading} />
  if (status.kind === 'failed') {
    return (
      <div class="note" role="alert">
        <Icon name="offline" size={32} />
        <h2>{text.listFailed}</h2>
        <p>{status.message}</p>
        <button type="button" class="button" onClick={list.reload}>
          {text.tryAgain}
        </button>
      </div>
    )
  }
  const query = list.query.value
  const isSearch = isNarrowed(query)

  return (
    <div class="note">
      <Icon name={isSearch ? 'search' : 'inbox'} size={32} />
      <h2>{isSearch ? text.noMatch : text.emptyList}</h2>
      <p>{isSearch ? text.noMatchNote : text.emptyListNote}</p>
      {query.search === '' || query.scope === 'text' ? null : (
        <button type="button" class="button" onClick={() => list.open({ ...query, scope: 'text' })}>
          {text.searchWhole}
        </button>
      )}
    </div>
  )
}

function ListGhosts({ label }: { readonly label: string }) {
  return (
    <div class="ghosts" role="status" aria-label={label}>
      {[1, 2, 3, 4, 5, 6, 7].map((place) => (
        <div key={place} class="ghost" />
      ))}
    </div>
  )
}
