import { useApp } from '../../app/app-context.ts'
import { foundOf } from '../../app/found-of.ts'
import { isFlagged, isSeen } from '../../state/action/flags.ts'
import { folderName } from '../../state/folder/names.ts'
import type { FoundRow } from '../../state/found/found-rows.ts'
import { addressOf } from '../../state/page/location.ts'
import { formatListDate } from '../../texts/format.ts'
import { isSameMessage } from '../../wire/message-name.ts'
import { wholeMailbox } from '../../wire/query.ts'
import { Avatar } from '../icon/avatar.tsx'
import { Icon } from '../icon/icon.tsx'
import { useLongPress } from '../list/row/long-press.ts'
import { avatarName, correspondent, rowLabel, RowMarks, subjectOf } from '../list/row/row.tsx'

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
  const who = correspondent(row, use, text)
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
      aria-label={`${rowLabel(row, who, text)}, ${folder}`}
      tabIndex={isCursor ? 0 : -1}
      onClick={click}
      onPointerDown={press.down}
      onPointerMove={press.move}
      onPointerUp={press.end}
      onPointerCancel={press.end}
    >
      <div class="row-tick" role="gridcell">
        <Avatar name={avatarName(row, use)} />
        <input
          type="checkbox"
          aria-label={`${text.select}: ${row.subject || text.noSubject}`}
          tabIndex={-1}
          checked={isSelected}
          onClick={(event) => {
            event.stopPropagation()
            if (event.shiftKey) choice.selectTo(index)
            else choice.toggle(index)
          }}
        />
      </div>
      <div class="row-text" role="gridcell">
        <div class="row-line">
          <span class="row-who" dir="auto">
            {who}
          </span>
          <RowMarks row={row} />
          <time class="row-date">{formatListDate(row.date, Date.now())}</time>
        </div>
        <div class="row-line">
          <a
            class="row-subject"
            href={addressOf({
              query: wholeMailbox(name.mailbox, false),
              row: 0,
              message: name,
              isComposing: false,
            })}
            tabIndex={-1}
            dir="auto"
          >
            {subjectOf(row, text)}
          </a>
          <span class="row-folder" dir="auto" title={name.mailbox}>
            {folder}
          </span>
          {isFlagged(row.flags) ? (
            <span class="row-flag">
              <Icon name="flag" size={15} filled />
            </span>
          ) : null}
        </div>
      </div>
    </div>
  )
}
