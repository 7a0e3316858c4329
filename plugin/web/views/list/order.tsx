import type { Catalogue } from '../../messages/en.ts'
import type { SortedBy, SortColumn } from '../../wire/query.ts'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Choice } from './choice.tsx'

const columns: readonly SortColumn[] = ['arrival', 'date', 'from', 'to', 'subject', 'size']

/** How the list is ordered: by which column, in which direction, and whether as conversations. */
export function ListOrderControls() {
  const { text, list, commands } = useApp()
  const query = list.query.value
  const { order, isThreaded } = query

  return (
    <div class="order">
      {isThreaded ? null : (
        <Choice
          label={text.sort}
          names={columns}
          words={text.sortColumns}
          value={order.column}
          onChoose={(column) => list.open({ ...query, order: firstOrder(column) })}
        />
      )}
      <IconButton
        icon={order.isDescending ? 'descending' : 'ascending'}
        label={text.reverseOrder(orderName(order, isThreaded, text))}
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

/** The direction people mean first: names from A, sizes from the largest, times from the newest. */
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
