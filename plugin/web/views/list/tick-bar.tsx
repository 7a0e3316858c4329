import { useApp } from '../app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'

/** What can be done with the ticked messages. */
export function TickBar() {
  const { text, list, selection, commands, dialogs, mailboxes } = useApp()
  const isAll = selection.ticked.value.size >= list.placeOf.value.size

  return (
    <div
      class="list-header tick-bar"
      role="toolbar"
      aria-label={text.tickedCount(selection.ticked.value.size)}
    >
      <IconButton
        icon="close"
        label={text.clearSelection}
        shortcut="Escape"
        onClick={selection.clear}
      />
      <span class="tick-count" role="status">
        {text.tickedCount(selection.ticked.value.size)}
      </span>
      {isAll ? null : (
        <IconButton icon="check" label={text.selectAll} onClick={selection.tickAllLoaded} />
      )}
      <span class="spring" />
      {mailboxes.special('archive') === undefined ? null : (
        <IconButton
          icon="archive"
          label={text.archive}
          shortcut="e"
          onClick={() => commands.archive()}
        />
      )}
      <IconButton icon="trash" label={text.delete} shortcut="#" onClick={() => commands.remove()} />
      <IconButton icon="move" label={text.move} shortcut="v" onClick={() => dialogs.show('move')} />
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
  )
}
