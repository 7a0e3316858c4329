import { useApp } from '../../../app/app-context.ts'
import { isAnswered, isFlagged, isForwarded } from '../../../state/action/flags.ts'
import type { FolderUse } from '../../../state/folder/mailboxes.ts'
import { formatListDate } from '../../../texts/format.ts'
import type { NativeRow } from '../../../../wire/native/types.ts'
import { Avatar } from '../../icon/avatar.tsx'
import { Icon } from '../../icon/icon.tsx'
import { avatarName, correspondent, subjectOf } from './row-words.ts'

interface RowCellsProps {
  readonly row: NativeRow
  /** What its folder is for. */
  readonly use: FolderUse | null
  /** The address of the message. */
  readonly href: string
  readonly isSelected: boolean
  /** The box was ticked; with Shift: all up to it. */
  readonly onTick: (isRange: boolean) => void
  /** Where it lies, in a list of several folders: its name and its path. */
  readonly folder?: readonly [name: string, path: string] | undefined
  /** Its first words; empty until they are there, undefined where none are shown. */
  readonly preview?: string | undefined
}

/** What a row of any list shows of its message: the box to select it, sender, date, subject and marks. */
export function RowCells(props: RowCellsProps) {
  const { row, use, href, isSelected, onTick, folder, preview } = props
  const { text } = useApp()

  return (
    <>
      <div class="row-tick" role="gridcell">
        <Avatar name={avatarName(row, use)} />
        <input
          type="checkbox"
          aria-label={`${text.select}: ${row.subject || text.noSubject}`}
          tabIndex={-1}
          checked={isSelected}
          onClick={(event) => {
            event.stopPropagation()
            onTick(event.shiftKey)
          }}
        />
      </div>
      <div class="row-text" role="gridcell">
        <div class="row-line">
          <span class="row-who" dir="auto">
            {correspondent(row, use, text)}
          </span>
          <RowMarks row={row} />
          <time class="row-date">{formatListDate(row.date, Date.now())}</time>
        </div>
        <div class="row-line">
          <a class="row-subject" href={href} tabIndex={-1} dir="auto">
            {subjectOf(row, text)}
          </a>
          {folder && (
            <span class="row-folder" dir="auto" title={folder[1]}>
              {folder[0]}
            </span>
          )}
          {isFlagged(row.flags) ? (
            <span class="row-flag">
              <Icon name="flag" size={15} filled />
            </span>
          ) : null}
        </div>
        {preview === undefined ? null : (
          <div class="row-preview" dir="auto">
            {preview}
          </div>
        )}
      </div>
    </>
  )
}

/** Small marks of what is known of a message. */
function RowMarks({ row }: { readonly row: NativeRow }) {
  return (
    <span class="row-marks">
      {row.priority !== null && row.priority < 3 ? <Icon name="priority" size={14} /> : null}
      {isAnswered(row.flags) ? <Icon name="reply" size={14} /> : null}
      {isForwarded(row.flags) ? <Icon name="forward" size={14} /> : null}
      {row.hasAttachment ? <Icon name="attachment" size={14} /> : null}
    </span>
  )
}
