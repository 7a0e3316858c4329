import type { NativeEvent } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../messages/en.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { Refresher } from './refresher.ts'

interface PushedOptions {
  readonly list: MessageList
  readonly mailboxes: Mailboxes
  readonly refresher: Refresher
  readonly notices: Notices
  readonly text: Catalogue
  readonly reloadFolders: () => void
}

/**
 * Brings the page up to date with what the server pushed. The folder on show is asked about, so that
 * its list and its counts are one answer; the counts of the others are taken as they come.
 */
export function applyPushed(
  options: PushedOptions,
): (event: NativeEvent, isFirst: boolean) => void {
  const { list, mailboxes, refresher, notices, text, reloadFolders } = options

  return (event, isFirst) => {
    switch (event.kind) {
      case 'counts':
        if (event.mailbox === list.query.peek().mailbox) {
          refresher.refreshSoon()
          return
        }
        announceArrivals(mailboxes.arrivals([event]))
        mailboxes.applyCounts([event])
        return
      case 'changed':
        if (event.mailbox === list.query.peek().mailbox) refresher.refreshSoon()
        return
      case 'mailboxes':
        reloadFolders()
        return
      case 'resync':
        refresher.refreshSoon()
        // At first the page has just asked for the folders.
        if (!isFirst) reloadFolders()
        return
      case 'heartbeat':
      case 'end':
        return
    }
  }

  function announceArrivals(count: number): void {
    if (count > 0) notices.announce(text.newMessages(count))
  }
}
