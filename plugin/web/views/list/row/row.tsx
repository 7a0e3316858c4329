import { useComputed, useSignal } from '@preact/signals'
import type { NativeRow } from '../../../../wire/native/types.ts'
import { isFlagged, isSeen } from '../../../state/action/flags.ts'
import { addressOf } from '../../../state/page/location.ts'
import { oneMessage, type MessageTarget } from '../../../state/message/target.ts'
import { isSameMessage } from '../../../wire/message-name.ts'
import { hasUid } from '../../../wire/uid-set.ts'
import type { FolderUse } from '../../../state/folder/mailboxes.ts'
import { useApp } from '../../../app/app-context.ts'
import { IconButton } from '../../icon/icon-button.tsx'
import { useLongPress } from './long-press.ts'
import { RowCells } from './row-cells.tsx'
import { rowLabel } from './row-words.ts'

interface MessageRowProps {
  readonly index: number
  /** undefined while the page it belongs to is on its way. */
  readonly row: NativeRow | undefined
  /** Pixels from the top of the scrolled element. */
  readonly top: number
  readonly isCursor: boolean
}

/** One message of the list, or the place of one that is on its way. */
export function ListRow({ index, row, top, isCursor }: MessageRowProps) {
  const { text } = useApp()
  const location = (element: HTMLElement | null) => {
    if (element !== null) element.style.transform = `translateY(${top}px)`
  }
  if (row === undefined) {
    return (
      <div
        ref={location}
        class="row is-coming"
        role="row"
        aria-rowindex={index + 1}
        tabIndex={isCursor ? 0 : -1}
      >
        <div role="gridcell" aria-label={text.loading} />
      </div>
    )
  }
  return <LoadedRow location={location} index={index} row={row} isCursor={isCursor} />
}

/** The place of a message that went away while the user pointed at the list: nothing to click on. */
export function DeletedRow({ top }: { readonly top: number }) {
  const { text } = useApp()

  return (
    <div
      ref={(element) => {
        if (element !== null) element.style.transform = `translateY(${top}px)`
      }}
      class="row is-gone"
      aria-hidden="true"
    >
      {text.goneRow}
    </div>
  )
}

interface LoadedRowProps {
  readonly location: (element: HTMLElement | null) => void
  readonly index: number
  readonly row: NativeRow
  readonly isCursor: boolean
}

function LoadedRow({ location, index, row, isCursor }: LoadedRowProps) {
  const { text, list, selection, hover, commands, dialogs, drag } = useApp()
  const name = list.name.value
  const { isOpen, isSelected, use, preview } = useRowState(row.uid)
  const isPointedAt = useSignal(false)
  const press = useLongPress(() => selection.toggle(row, index))

  /** All that are selected when it is one of them. */
  function target(): MessageTarget {
    const uids = selection.selected.peek()
    return isSelected ? { ...name, uids, rows: list.rowsAmong(uids) } : oneMessage(name, row)
  }

  function click(event: MouseEvent): void {
    event.preventDefault()
    if (press.takeClick()) return
    if (event.shiftKey) selection.selectRange(index)
    else if (event.ctrlKey || event.metaKey) selection.toggle(row, index)
    else commands.openRow(index, row)
  }

  return (
    <div
      ref={location}
      class={`row ${isSeen(row.flags) ? '' : 'is-unseen'} ${isOpen ? 'is-open' : ''} ${isSelected ? 'is-ticked' : ''}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected || isOpen}
      aria-level={row.thread && row.thread.depth + 1}
      data-depth={depthShown(row)}
      aria-label={rowLabel(row, use, text)}
      tabIndex={isCursor ? 0 : -1}
      draggable={!press.isTouched}
      onDragStart={(event) => {
        // The browser wants something to carry; the messages themselves stay in the page.
        event.dataTransfer?.setData('text/plain', row.subject)
        drag.start(target())
      }}
      onDragEnd={drag.end}
      onClick={click}
      onPointerEnter={() => {
        isPointedAt.value = true
        hover.at({ ...name, uid: row.uid })
      }}
      onPointerLeave={hover.leave}
      onPointerDown={(event) => {
        press.down(event)
        // A finger that goes down may be about to scroll.
        if (event.pointerType !== 'touch') hover.press({ ...name, uid: row.uid })
      }}
      onPointerMove={press.move}
      onPointerUp={press.end}
      onPointerCancel={press.end}
      onContextMenu={(event) => {
        event.preventDefault()
        // A finger that stays has selected it.
        if (press.isTouched) return
        dialogs.showRowMenu({ target: target(), x: event.clientX, y: event.clientY })
      }}
      onFocus={() => {
        if (selection.cursor.peek() !== index) selection.followFocus(index)
      }}
    >
      <RowCells
        row={row}
        use={use}
        href={addressOf({
          query: list.query.peek(),
          row: 0,
          message: { ...name, uid: row.uid },
          isComposing: false,
        })}
        isSelected={isSelected}
        onTick={(isRange) => {
          if (isRange) selection.selectRange(index)
          else selection.toggle(row, index)
        }}
        preview={preview}
      />
      <div class="row-acts" role="gridcell">
        {isPointedAt.value ? <RowActions row={row} /> : null}
      </div>
    </div>
  )
}

/** What changes while the row stays the same. As computed values, so that a click draws two rows and not all of them. */
function useRowState(uid: number): {
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly use: FolderUse | null
  /** Empty until it is there; undefined where none is wanted. */
  readonly preview: string | undefined
} {
  const { list, mailboxes, previews, selection, settings, reader } = useApp()
  const isOpen = useComputed(() => {
    const opened = reader.opened.value
    return opened !== undefined && isSameMessage(opened, { ...list.name.value, uid })
  })
  const isSelected = useComputed(() => hasUid(selection.selected.value, uid))
  const use = useComputed(() => mailboxes.find(list.name.value.mailbox)?.specialUse ?? null)
  const preview = useComputed(() =>
    settings.preferences.value.previewLines > 0 ? (previews.value.get(uid) ?? '') : undefined,
  )
  return {
    isOpen: isOpen.value,
    isSelected: isSelected.value,
    use: use.value,
    preview: preview.value,
  }
}

/** Undefined for what is no response in a conversation. */
function depthShown({ thread }: NativeRow): number | undefined {
  return thread === undefined || thread.depth === 0 ? undefined : Math.min(3, thread.depth)
}

/**
 * Quick acts that show while the pointer is on a row. The keyboard has keys for the same, so they are no focus
 * stops. Half of a row's elements would be theirs: a row has them once it was pointed at.
 */
function RowActions({ row }: { readonly row: NativeRow }) {
  const { text, list, mailboxes, commands } = useApp()
  const target = oneMessage(list.name.value, row)
  const isUnseen = !isSeen(row.flags)

  function action(run: () => void): (event: MouseEvent) => void {
    return (event) => {
      event.stopPropagation()
      // The second click of a double click would meet the row that came up instead of the first.
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
        onClick={action(() => commands.toggleFlag(target))}
      />
      <IconButton
        icon={isUnseen ? 'read' : 'unread'}
        label={isUnseen ? text.markRead : text.markUnread}
        tabIndex={-1}
        onClick={action(() => commands.toggleSeen(target))}
      />
      {mailboxes.special('archive')?.path === target.mailbox ? null : (
        <IconButton
          icon="archive"
          label={text.archive}
          tabIndex={-1}
          onClick={action(() => commands.archive(target))}
        />
      )}
      <IconButton
        icon="trash"
        label={text.delete}
        tabIndex={-1}
        onClick={action(() => commands.remove(target))}
      />
    </>
  )
}
