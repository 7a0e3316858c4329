import type { MailboxState } from '../../../proxy/mail/index.ts'
import type { SpecialMailboxes } from '../../actions/result/result.ts'
import { execLine } from './exec.ts'
import { encodeMailboxName } from '../../actions/input/mailbox-name.ts'

/** `set_unread_count` as list, refresh and acts send it: with a mark that is always empty. */
export function unreadLine({ path, unseen }: MailboxState): string {
  return execLine('set_unread_count', encodeMailboxName(path), unseen, isInbox(path), '')
}

/** All unread counts as `getunread` sends them, each trash followed by how many messages it holds. */
export function getunreadLines(counts: readonly MailboxState[], special: SpecialMailboxes): string {
  return counts
    .map((state) => {
      const { path, unseen } = state
      const line = execLine('set_unread_count', encodeMailboxName(path), unseen, isInbox(path))
      return line + trashLine(state, special)
    })
    .join('')
}

/** `set_trash_count` for the trash, nothing for any other mailbox. */
export function trashLine({ path, messages }: MailboxState, special: SpecialMailboxes): string {
  return path === special.trash ? execLine('set_trash_count', messages) : ''
}

/** The page's title shows the unread count of INBOX only. */
function isInbox(path: string): boolean {
  return path === 'INBOX'
}
