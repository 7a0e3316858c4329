import { useApp } from '../app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'

/** What can be done with the selected messages. */
export function TickBar() {
  const { text, list, selection, commands, dialogs, mailboxes } = useApp()
  const ticked = selection.ticked.value.size
  const total = list.total.value
  const isWhole = selection.isWhole.value
  const count = isWhole ? text.wholeSelected(total) : text.tickedCount(ticked)

  return (
    <div class="list-header tick-bar">
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
        {isWhole || ticked >= total ? null : (
          <button type="button" class="button small quiet" onClick={selection.tickAll}>
            {text.selectAll(total)}
          </button>
        )}
      </div>
      <div class="tick-acts" role="toolbar" aria-label={count}>
        {mailboxes.special('archive')?.path === list.query.value.mailbox ? null : (
          <IconButton
            icon="archive"
            label={text.archive}
            shortcut="e"
            onClick={() => commands.archive()}
          />
        )}
        <IconButton
          icon="trash"
          label={text.delete}
          shortcut="#"
          onClick={() => commands.remove()}
        />
        <IconButton
          icon="move"
          label={text.move}
          shortcut="v"
          onClick={() => dialogs.show('move')}
        />
        <IconButton
          icon="unread"
          label={text.markUnread}
          shortcut="u"
          onClick={() => commands.toggleSeen()}
        />
        <IconButton
          icon="flag"
          label={text.flag}
          shortcut="s"
          onClick={() => commands.toggleFlag()}
        />
      </div>
    </div>
  )
}
