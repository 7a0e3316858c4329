import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/found-of.ts'
import { IconButton } from '../icon/icon-button.tsx'

/** How many of what is found are selected, and what can be done with them, whatever folders they lie in. */
export function FoundBar() {
  const app = useApp()
  const { text, keys } = app
  const { found, choice, commands } = foundOf(app)
  const selected = choice.selected.value.length
  const total = found.rows.value.length
  const count =
    selected < total
      ? text.tickedCount({ count: selected })
      : text.wholeSelected({ total: selected })
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
      <div class="tick-line">
        <IconButton
          icon="close"
          label={text.clearSelection}
          shortcut="Escape"
          onClick={choice.clear}
        />
        <span class="tick-count" role="status">
          {count}
        </span>
        {selected >= total ? null : (
          <button type="button" class="button small quiet" onClick={choice.selectAll}>
            {text.selectAll({ total })}
          </button>
        )}
      </div>
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
