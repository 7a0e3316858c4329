import type { NativeRow } from '../../../../wire/native/types.ts'
import { isFlagged, isSeen } from '../../../state/act/flags.ts'
import { oneMessage } from '../../../state/message/target.ts'
import { useApp } from '../../../app/app-context.ts'
import { IconButton } from '../../icon/icon-button.tsx'

/**
 * Quick acts that show while the pointer is on a row. The keyboard has keys for the same, so they are no focus
 * stops. Half of a row's elements would be theirs: a row has them once it was pointed at.
 */
export function RowActs({ row }: { readonly row: NativeRow }) {
  const { text, list, mailboxes, commands } = useApp()
  const target = oneMessage(list.name.value, row)
  const isUnseen = !isSeen(row.flags)

  function act(run: () => void): (event: MouseEvent) => void {
    return (event) => {
      event.stopPropagation()
      // The second click of a double click would meet the row that came up in place of the first.
      if (event.detail < 2) run()
    }
  }

  return (
    <>
      <IconButton
        icon="flag"
        filled={isFlagged(row.flags)}
        label={isFlagged(row.flags) ? text.unflag : text.flag}
        tabIndex={-1}
        onClick={act(() => commands.toggleFlag(target))}
      />
      <IconButton
        icon={isUnseen ? 'read' : 'unread'}
        label={isUnseen ? text.markRead : text.markUnread}
        tabIndex={-1}
        onClick={act(() => commands.toggleSeen(target))}
      />
      {mailboxes.special('archive')?.path === target.mailbox ? null : (
        <IconButton
          icon="archive"
          label={text.archive}
          tabIndex={-1}
          onClick={act(() => commands.archive(target))}
        />
      )}
      <IconButton
        icon="trash"
        label={text.delete}
        tabIndex={-1}
        onClick={act(() => commands.remove(target))}
      />
    </>
  )
}
