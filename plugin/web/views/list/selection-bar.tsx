import { uidsOf } from '../../wire/uid-set.ts'
import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { SelectionCount, selectedText } from './selection-count.tsx'

/** Messages that one may hold (plugin/actions/compose/compose.ts). */
const maxAttached = 100

/** How many messages are selected, and what can be done with them. */
export function SelectionBar() {
  const { text, composer, keys, list, selection, commands, mailboxes } = useApp()
  const selected = selection.selected.value.size
  const total = list.total.value
  const isChoosing = selection.isChoosing.value
  const count = isChoosing ? text.selecting : selectedText(selected, total, text)

  return (
    <div class="list-header tick-bar">
      <SelectionCount
        count={count}
        total={total}
        canSelectAll={!isChoosing && selected < total}
        selection={selection}
      />
      <div class="tick-acts" role="toolbar" aria-label={count}>
        {mailboxes.special('archive')?.path === list.query.value.mailbox ? null : (
          <IconButton
            icon="archive"
            isDisabled={isChoosing}
            label={text.archive}
            shortcut={keys.value.archive}
            onClick={() => commands.archive()}
          />
        )}
        <IconButton
          icon="trash"
          isDisabled={isChoosing}
          label={text.delete}
          shortcut={keys.value.delete}
          onClick={() => commands.remove()}
        />
        <IconButton
          icon="move"
          isDisabled={isChoosing}
          label={text.move}
          shortcut={keys.value.move}
          onClick={() => commands.pickFolder()}
        />
        <IconButton
          icon="unread"
          isDisabled={isChoosing}
          label={text.markUnread}
          shortcut={keys.value.unread}
          onClick={() => commands.toggleSeen()}
        />
        <IconButton
          icon="forward"
          isDisabled={isChoosing || selected > maxAttached}
          label={text.forwardAttached}
          onClick={() =>
            composer.forwardAttached(list.name.value, uidsOf(selection.selected.value))
          }
        />
        <IconButton
          icon="flag"
          isDisabled={isChoosing}
          label={text.flag}
          shortcut={keys.value.flag}
          onClick={() => commands.toggleFlag()}
        />
      </div>
    </div>
  )
}
