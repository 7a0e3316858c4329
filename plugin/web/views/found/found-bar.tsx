import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/later/found-of.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { SelectionCount, selectedText } from '../list/selection-count.tsx'

/** How many of what is found are selected, and what can be done with them, whatever folders they lie in. */
export function FoundBar() {
  const app = useApp()
  const { text, keys } = app
  const { found, choice, commands } = foundOf(app)
  const selected = choice.selected.value.length
  const total = found.rows.value.length
  const count = selectedText(selected, total, text)
  const { archive, delete: remove, move, unread, flag } = keys.value
  const tools = [
    ['archive', text.archive, archive, commands.archive],
    ['trash', text.delete, remove, commands.remove],
    ['move', text.move, move, commands.pickFolder],
    ['unread', text.markUnread, unread, commands.toggleSeen],
    ['flag', text.flag, flag, commands.toggleFlag],
  ] as const

  return (
    <div class="list-header tick-bar">
      <SelectionCount
        count={count}
        total={total}
        canSelectAll={selected < total}
        selection={choice}
      />
      <div class="tick-acts" role="toolbar" aria-label={count}>
        {tools.map(([icon, label, shortcut, run]) => (
          <IconButton
            key={icon}
            icon={icon}
            label={label}
            shortcut={shortcut}
            onClick={() => run()}
          />
        ))}
      </div>
    </div>
  )
}
