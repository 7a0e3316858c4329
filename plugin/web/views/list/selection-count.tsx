import { useApp } from '../../app/app-context.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import { IconButton } from '../icon/icon-button.tsx'

interface SelectionCountProps {
  /** As it is said. */
  readonly count: string
  /** How many there are to select. */
  readonly total: number
  readonly canSelectAll: boolean
  readonly selection: { readonly clear: () => void; readonly selectAll: () => void }
}

/** How many messages are selected; selects none or all of them. */
export function SelectionCount({ count, total, canSelectAll, selection }: SelectionCountProps) {
  const { text } = useApp()

  return (
    <div class="tick-line">
      <IconButton
        icon="close"
        label={text.clearSelection}
        shortcut="Escape"
        onClick={selection.clear}
      />
      <span class="tick-count" role="status">
        {count}
      </span>
      {canSelectAll ? (
        <button type="button" class="button small quiet" onClick={selection.selectAll}>
          {text.selectAll({ total })}
        </button>
      ) : null}
    </div>
  )
}

/** Said of the list as it is now: when mail arrives, what was all of it is no longer all. */
export function selectedText(selectedRows: number, total: number, text: Catalogue): string {
  return selectedRows < total
    ? text.tickedCount({ count: selectedRows })
    : text.wholeSelected({ total: selectedRows })
}
