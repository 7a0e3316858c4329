import { effect, untracked } from '@preact/signals'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../messages/en.ts'
import { folderName } from './names.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from './mailboxes.ts'
import type { Notices } from '../notice/notices.ts'

interface GoneFolderOptions {
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly notices: Notices
  readonly text: Catalogue
  readonly openMailbox: (path: string) => void
}

/** Leaves the folder on show when another program deleted or renamed it: its rows are no messages any more. */
export function leaveGoneFolder(options: GoneFolderOptions): void {
  const { mailboxes, list, notices, text, openMailbox } = options
  let onShow: NativeMailbox | undefined

  effect(() => {
    const { mailbox } = list.query.value
    const found = mailboxes.find(mailbox)
    const gone = onShow
    onShow = found
    if (found !== undefined || gone?.path !== mailbox) return
    untracked(() => {
      openMailbox('INBOX')
      notices.fail(text.folderGone(folderName(gone, text)))
    })
  })
}
