import { isNarrowed, type ListFilter, type ListQuery } from '../../wire/query.ts'
import { useApp } from '../app-context.ts'
import { folderName } from '../../names.ts'
import { TickBar } from './tick-bar.tsx'

const filters = ['ALL', 'UNSEEN', 'FLAGGED', 'ATTACHMENT'] as const

const sorts: Readonly<Record<string, ListQuery['sort']>> = {
  arrival: undefined,
  oldest: { column: 'date', isDescending: false },
  from: { column: 'from', isDescending: false },
  subject: { column: 'subject', isDescending: false },
  size: { column: 'size', isDescending: true },
}

/** Name and size of the folder with filters and order; while messages are ticked, what to do with them. */
export function ListHeader() {
  const { text, list, mailboxes, selection } = useApp()
  const query = list.query.value
  const total = list.total.value
  const mailbox = mailboxes.find(query.mailbox)
  if (selection.ticked.value.size > 0) return <TickBar />

  return (
    <div class="list-header">
      <div class="list-title">
        <h2>{mailbox === undefined ? query.mailbox : folderName(mailbox, text)}</h2>
        <span class="list-total" role="status">
          {isNarrowed(query) ? text.matchCount(total) : text.messageCount(total)}
        </span>
        <SortMenu />
      </div>
      <div class="chips" role="group" aria-label={text.filters}>
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
  )
}

function SortMenu() {
  const { text, list } = useApp()
  const query = list.query.value
  const current = Object.keys(sorts).find((name) => sorts[name]?.column === query.sort?.column)

  return (
    <select
      class="sort"
      aria-label={text.sort}
      value={current ?? 'arrival'}
      onChange={(event) => list.open({ ...query, sort: sorts[event.currentTarget.value] })}
    >
      <option value="arrival">{text.sortArrival}</option>
      <option value="oldest">{text.sortOldest}</option>
      <option value="from">{text.sortFrom}</option>
      <option value="subject">{text.sortSubject}</option>
      <option value="size">{text.sortSize}</option>
    </select>
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
