import { isAnswered, isFlagged, isForwarded, isSeen } from '../../../state/action/flags.ts'
import type { FolderUse } from '../../../state/folder/mailboxes.ts'
import { namesOf } from '../../../state/folder/names.ts'
import type { Catalogue } from '../../../texts/first-texts.ts'
import { formatListDate } from '../../../texts/format.ts'
import type { NativeRow } from '../../../../wire/native/types.ts'

/** Who a row is about: the sender, or the recipients among one's own messages. */
export function correspondent(row: NativeRow, use: FolderUse | null, text: Catalogue): string {
  if (use === 'sent' || use === 'drafts') return text.toPrefix({ names: namesOf(row.to) || '–' })
  return namesOf(row.from) || text.noSender
}

/** Whose letter stands for the row. */
export function avatarName(row: NativeRow, use: FolderUse | null): string {
  return namesOf(use === 'sent' || use === 'drafts' ? row.to : row.from)
}

/** The row in one sentence, as a screen reader says it. */
export function rowLabel(row: NativeRow, use: FolderUse | null, text: Catalogue): string {
  return [
    isSeen(row.flags) ? '' : text.unread,
    isFlagged(row.flags) ? text.flagged : '',
    correspondent(row, use, text),
    subjectOf(row, text),
    formatListDate(row.date, Date.now()),
    row.hasAttachment ? text.hasAttachment : '',
    isAnswered(row.flags) ? text.answered : '',
    isForwarded(row.flags) ? text.forwarded : '',
    (row.thread?.depth ?? 0) > 0 ? text.inConversation : '',
    row.priority !== null && row.priority < 3 ? text.highPriority : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

/** The subject as a list shows it. */
export function subjectOf({ subject, isIncomplete }: NativeRow, text: Catalogue): string {
  if (isIncomplete) return `${subject} (${text.detailsTooLarge})`.trim()
  return subject || text.noSubject
}
