import { isNarrowed, type ListFilter } from '../../wire/query.ts'
import { useApp } from '../../app/app-context.ts'
import { folderName } from '../../state/folder/names.ts'
import { ListOrderControls } from './order.tsx'
import { SearchScopeChoice } from './search-scope.tsx'
import { TickBar } from './tick-bar.tsx'

const filters = ['ALL', 'UNSEEN', 'FLAGGED', 'ATTACHMENT'] as const

/** Name and size of the folder with filters and order; while messages are ticked, what to do with them. */
export function ListHeader() {
  const { text, list, mailboxes, selection } = useApp()
  const query = list.query.value
  const total = list.total.value
  const mailbox = mailboxes.find(query.mailbox)
  const isTicking = selection.ticked.value.size > 0 || selection.isChoosing.value

  /** A number only after an answer: none of the waiting is told as "0 messages". */
  function countText(): string {
    const isSearch = isNarrowed(query)
    switch (list.status.value.kind) {
      case 'loading':
        return isSearch ? text.searching : text.loading
      case 'ready':
        return isSearch ? text.matchCount(total) : text.messageCount(total)
      case 'stopped':
      case 'failed':
        return ''
    }
  }

  // The bar lies over the header and not in its place: rows stay where they are when one is ticked.
  return (
    <div class="list-heading">
      <div class={isTicking ? 'list-header is-behind' : 'list-header'} aria-hidden={isTicking}>
        <div class="list-title">
          <h2>{mailbox === undefined ? query.mailbox : folderName(mailbox, text)}</h2>
          <span class="list-total" role="status" title={countText()}>
            {countText()}
          </span>
          <ListOrderControls />
        </div>
        <div class="chips" role="group" aria-label={text.filters}>
          {query.search === '' ? null : <SearchScopeChoice />}
          {filters.map((filter) => (
            <button
              key={filter}
              type="button"
              class="chip"
              aria-pressed={query.filter === filter}
              onClick={() => list.open({ ...query, filter })}
            >
              {filterLabel(filter, text)}
            </button>
          ))}
        </div>
      </div>
      {isTicking ? <TickBar /> : null}
    </div>
  )
}

function filterLabel(filter: ListFilter, text: ReturnType<typeof useApp>['text']): string {
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
