import { isNarrowed } from '../../wire/query.ts'
import { useApp } from '../../app/app-context.ts'
import { ListFailure } from './list-failure.tsx'
import { Icon } from '../icon/icon.tsx'

/** What stands where no messages are: still loading, failed, nothing there, nothing found. */
export function ListNote() {
  const { text, list, mailboxes, commands } = useApp()
  const status = list.status.value
  const query = list.query.value
  const isSearch = isNarrowed(query)
  if (status.kind === 'loading') {
    return isSearch ? <Searching /> : <ListGhosts label={text.loading} />
  }
  if (status.kind === 'stopped') {
    return (
      <div class="note" role="status">
        <Icon name="search" size={32} />
        <h2>{text.searchStopped}</h2>
        <button type="button" class="button" onClick={list.reload}>
          {text.searchAgain}
        </button>
      </div>
    )
  }
  if (status.kind === 'gone') {
    const inbox = mailboxes.special('inbox')
    return (
      <div class="note" role="status">
        <Icon name="close" size={32} />
        <h2>{text.folderGone({ name: query.mailbox })}</h2>
        {inbox === undefined ? null : (
          <button
            type="button"
            class="button primary"
            onClick={() => commands.openMailbox(inbox.path)}
          >
            {text.inbox}
          </button>
        )}
      </div>
    )
  }
  if (status.kind === 'failed') {
    return <ListFailure failure={status} onRetry={list.reload} />
  }

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

/** The server is at it, however long it takes; other folders and messages can be opened meanwhile. */
function Searching() {
  const { text, list } = useApp()
  return (
    <div class="note" role="status">
      <Icon name="search" size={32} />
      <h2>{text.searching}</h2>
      <progress aria-label={text.searching} />
      <p>{text.searchingNote}</p>
      <button type="button" class="button" onClick={list.stop}>
        {text.stopSearch}
      </button>
    </div>
  )
}

function ListGhosts({ label }: { readonly label: string }) {
  return (
    <div class="ghosts" role="status" aria-label={label}>
      {[1, 2, 3, 4, 5, 6, 7].map((index) => (
        <div key={index} class="ghost" />
      ))}
    </div>
  )
}
