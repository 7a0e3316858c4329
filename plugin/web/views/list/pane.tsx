import { useApp } from '../../app/app-context.ts'
import { ListNote } from './note.tsx'
import { MessageGrid } from './grid.tsx'
import { isNarrowed, type SortedBy, type SortColumn } from '../../wire/query.ts'
import { folderName } from '../../state/folder/names.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { Catalogue } from '../../texts/first-texts.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Choice } from './choice.tsx'
import { FilterChips } from './filter-chips.tsx'

/** The messages of the open folder. */
export function ListPane() {
  const { text, list } = useApp()
  const isEmpty = list.total.value === 0

  return (
    <section class="pane list-pane" aria-label={text.messages}>
      <ListHeader />
      {isEmpty ? <ListNote /> : <MessageGrid />}
    </section>
  )
}

/** Name and size of the folder with filters and order; while messages are selected, what to do with them. */
function ListHeader() {
  const { text, list, mailboxes, selection } = useApp()
  const query = list.query.value
  const total = list.total.value
  const mailbox = mailboxes.find(query.mailbox)
  const isTicking = selection.selected.value.size > 0 || selection.isChoosing.value

  /** A number only after a response: none of the waiting is told as "0 messages". */
  function countText(): string {
    const isSearch = isNarrowed(query)
    switch (list.status.value.kind) {
      case 'loading':
        return isSearch ? text.searching : text.loading
      case 'ready':
        return isSearch ? text.matchCount({ total }) : text.messageCount({ total })
      case 'stopped':
      case 'gone':
      case 'failed':
        return ''
    }
  }

  // The bar lies over the header and not in its place: rows stay where they are when one is selected.
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
        <FilterChips
          query={query}
          hasScope={query.search !== ''}
          onChoose={(changes) => list.open({ ...query, ...changes })}
        />
      </div>
      {isTicking ? <SelectionBar /> : null}
    </div>
  )
}

const columns: readonly SortColumn[] = ['arrival', 'date', 'from', 'to', 'subject', 'size']

/** How the list is ordered: by which column, in which direction, and whether as conversations. */
function ListOrderControls() {
  const { text, list, commands } = useApp()
  const query = list.query.value
  const { order, isThreaded } = query

  return (
    <div class="order">
      {isThreaded ? null : (
        <Choice
          label={text.sort}
          names={columns}
          texts={text.sortColumns}
          value={order.column}
          onChoose={(column) => list.open({ ...query, order: firstOrder(column) })}
        />
      )}
      <IconButton
        icon={order.isDescending ? 'descending' : 'ascending'}
        label={text.reverseOrder({ order: orderName(order, isThreaded, text) })}
        onClick={() =>
          list.open({ ...query, order: { ...order, isDescending: !order.isDescending } })
        }
      />
      <IconButton
        icon="conversations"
        label={text.conversations}
        isPressed={isThreaded}
        onClick={commands.toggleThreads}
      />
    </div>
  )
}

/** The direction users mean first: names from A, sizes from the largest, times from the newest. */
function firstOrder(column: SortColumn): SortedBy {
  return { column, isDescending: !['from', 'to', 'subject'].includes(column) }
}

function orderName(
  { column, isDescending }: SortedBy,
  isThreaded: boolean,
  text: Catalogue,
): string {
  const isByTime = isThreaded || column === 'arrival' || column === 'date'
  if (isByTime) return isDescending ? text.newestFirst : text.oldestFirst
  if (column === 'size') return isDescending ? text.largestFirst : text.smallestFirst
  return isDescending ? text.zToA : text.aToZ
}
