import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/later/found-of.ts'
import { isSeen } from '../../state/action/flags.ts'
import { folderName } from '../../state/folder/names.ts'
import type { FoundRow } from '../../state/found/found-rows.ts'
import { addressOf } from '../../state/page/location.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import { wholeMailbox } from '../../wire/query.ts'
import { useLongPress } from '../list/row/long-press.ts'
import { RowCells } from '../list/row/row-cells.tsx'
import { rowLabel } from '../list/row/row-words.ts'

interface FoundRowProps {
  readonly one: FoundRow
  readonly index: number
  readonly isCursor: boolean
}

/** A message that was found, with the name of its folder. */
export function FoundRowView({ one, index, isCursor }: FoundRowProps) {
  const app = useApp()
  const { text, mailboxes, reader } = app
  const { choice, commands } = foundOf(app)
  const { name, row } = one
  const press = useLongPress(() => choice.toggle(index))
  const mailbox = mailboxes.find(name.mailbox)
  const use = mailbox?.specialUse ?? null
  const folder = mailbox === undefined ? name.mailbox : folderName(mailbox, text)
  const opened = reader.opened.value
  const isOpen = opened !== undefined && isSameMessage(opened, name)
  const isSelected = choice.isSelected(one)

  function click(event: MouseEvent): void {
    event.preventDefault()
    if (press.takeClick()) return
    if (event.shiftKey) choice.selectTo(index)
    else if (event.ctrlKey || event.metaKey) choice.toggle(index)
    else commands.openAt(index)
  }

  return (
    <div
      class={`row ${isSeen(row.flags) ? '' : 'is-unseen'} ${isOpen ? 'is-open' : ''} ${isSelected ? 'is-ticked' : ''}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected || isOpen}
      aria-label={`${rowLabel(row, use, text)}, ${folder}`}
      tabIndex={isCursor ? 0 : -1}
      onClick={click}
      onPointerDown={press.down}
      onPointerMove={press.move}
      onPointerUp={press.end}
      onPointerCancel={press.end}
    >
      <RowCells
        row={row}
        use={use}
        href={addressOf({
          query: wholeMailbox(name.mailbox, false),
          row: 0,
          message: name,
          isComposing: false,
        })}
        isSelected={isSelected}
        onTick={(isRange) => {
          if (isRange) choice.selectTo(index)
          else choice.toggle(index)
        }}
        folder={[folder, name.mailbox]}
      />
    </div>
  )
}
